import { render, screen } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Markdown } from "./Markdown";
import { safeHref, splitLinks, splitReferences, type Reference } from "./markdownText";

const link = (reference: Reference) => <a href={`/r/${reference.text}`}>{reference.text}</a>;

describe("Markdown", () => {
  it("draws headings, lists, code and tables as elements", () => {
    const { container } = render(
      <Markdown source={"# Title\n\n- one\n- [x] two\n\n```\nlet a = 1;\n```\n\n|a|b|\n|-|-|\n|1|2|"} />,
    );
    expect(screen.getByRole("heading", { name: "Title" })).toBeTruthy();
    expect(container.querySelectorAll("li")).toHaveLength(2);
    expect(screen.getByRole("img", { name: "Done" })).toBeTruthy();
    expect(container.querySelector("pre")?.textContent).toBe("let a = 1;");
    expect(container.querySelectorAll("td")).toHaveLength(2);
  });

  it("never makes an element of raw HTML", () => {
    const { container } = render(<Markdown source={'<img src=x onerror="alert(1)"> and <script>alert(1)</script>'} />);
    expect(container.querySelector("img, script")).toBeNull();
    expect(container.textContent).toContain("onerror");
  });

  it("follows links to the web and to mail only", () => {
    const { container } = render(<Markdown source={"[a](javascript:alert(1)) [b](https://troupe.example/x)"} />);
    const anchors = container.querySelectorAll("a");
    expect(anchors).toHaveLength(1);
    expect(anchors[0]?.getAttribute("rel")).toContain("noopener");
  });

  it("contacts no server for an image: it is a link", () => {
    const { container } = render(<Markdown source={"![a cat](https://troupe.example/cat.png)"} />);
    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByRole("link", { name: "a cat" })).toBeTruthy();
  });

  it("looks up the ticket of a ticket: link, and leaves the text of an unknown one", () => {
    const id = "00000000-0000-0000-0000-00000000000c";
    const known = render(<Markdown source={`see [#12](ticket:${id})`} resolve={(one) => <b>{one.kind === "ticketId" && one.id}</b>} />);
    expect(known.container.querySelector("b")?.textContent).toBe(id);
    const unknown = render(<Markdown source={`see [#12](ticket:${id})`} />);
    expect(unknown.container.textContent).toBe("see #12");
    expect(unknown.container.querySelector("a")).toBeNull();
  });

  it("links references in text, not in code and not inside a link", () => {
    render(<Markdown source={"See #12 and TLS-7 by @ekr, not `#13`, not [#14](https://x.example)"} resolve={link} />);
    expect(screen.getAllByRole("link").map((a) => a.textContent)).toEqual(["#12", "TLS-7", "@ekr", "#14"]);
  });

  it("leaves a reference that names nothing as text", () => {
    const { container } = render(<Markdown source="See #12." resolve={() => null} />);
    expect(container.textContent?.trim()).toBe("See #12.");
    expect(container.querySelector("a")).toBeNull();
  });

  it("loses no text to the search for references", () => {
    const join = (text: string) => splitReferences(text).map((part) => (typeof part === "string" ? part : part.text));
    fc.assert(fc.property(fc.string(), (text) => join(text).join("") === text));
    fc.assert(
      fc.property(fc.stringMatching(/^[#@A-Z0-9 .,-]{0,40}$/), (text) => join(text).join("") === text),
    );
  });

  it("finds no reference inside words, paths or addresses", () => {
    for (const text of ["a#12", "x@y.example", "/issues/TLS-7/a", "#12abc", "UTF-8x"])
      expect(splitReferences(text).every((part) => typeof part === "string")).toBe(true);
  });

  it("reads entities", () => {
    const { container } = render(<Markdown source={"a &amp;&lt;b&gt; &#39;&#x41; &nope;"} />);
    expect(container.textContent).toBe("a &<b> 'A &nope;");
  });

  it("refuses odd addresses", () => {
    expect(safeHref("data:text/html,x")).toBeNull();
    expect(safeHref("mailto:a@b.example")).toBe("mailto:a@b.example");
  });

  it("links addresses that stand in the text, without the sentence around them", () => {
    const hrefs = (text: string) => splitLinks(text).flatMap((part) => (typeof part === "string" ? [] : [part.href]));
    expect(hrefs("See https://a.example/b_c_d?e=1&f=2. (http://a.example/x(y)) or www.a.example, mail a.b+c@d.example!")).toEqual([
      "https://a.example/b_c_d?e=1&f=2",
      "http://a.example/x(y)",
      "https://www.a.example/",
      "mailto:a.b+c@d.example",
    ]);
    expect(hrefs("http:// and www. and a@b and user@host.example/path#1")).toEqual(["mailto:user@host.example"]);
    const { container } = render(<Markdown source="https://a.example/b_c_d" />);
    expect(container.querySelector("a")?.getAttribute("href")).toBe("https://a.example/b_c_d");
  });

  it("loses no text to the search for addresses", () => {
    const join = (text: string) => splitLinks(text).map((part) => (typeof part === "string" ? part : part.text)).join("");
    fc.assert(fc.property(fc.stringMatching(/^(?:http:\/\/|www\.|[a-z@.,:() ]){0,30}$/), (text) => join(text) === text));
  });

  it("shows a text that is too much to format as it was typed, and says so", () => {
    const { container } = render(<Markdown source={">".repeat(6_000)} />);
    expect(container.textContent).toContain(">".repeat(6_000));
    expect(screen.getByText("This text is too complex to format. It is shown as plain text.")).toBeTruthy();
  });

  it("makes a link of a thousand references of one text, and leaves the others as text", () => {
    const { container } = render(<Markdown source={"#1 ".repeat(3_000)} resolve={link} />);
    expect(container.querySelectorAll("a")).toHaveLength(1_000);
    expect(container.textContent).toHaveLength(8_999);
  });

  it("enables checkboxes only with a handler", () => {
    const ticked: number[] = [];
    const read = render(<Markdown source={"- [ ] one"} />);
    expect(read.container.querySelector("button")).toBeNull();
    render(<Markdown source={"- [ ] one\n- [x] two"} onTick={({ nth }) => ticked.push(nth)} />);
    screen.getByRole("checkbox", { name: "two" }).click();
    expect(ticked).toEqual([1]);
  });
});
