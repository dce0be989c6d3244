import { createServer, type Server } from "node:http";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let site: Server;
let address: string;
/** The paths that were asked for, with the program that asked. */
const asked: string[] = [];

/** A picture of one colour, 48 points wide and high. */
function png(): Buffer {
  const crc = (bytes: Buffer) => {
    let sum = 0xffffffff;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    }
    return (sum ^ 0xffffffff) >>> 0;
  };
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(48, 0);
  head.writeUInt32BE(48, 4);
  head.set([8, 2], 8);
  const line = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: 48 }, () => Buffer.from([226, 88, 34]))]);
  const points = deflateSync(Buffer.concat(Array.from({ length: 48 }, () => line)));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", points), chunk("IEND", Buffer.alloc(0))]);
}

beforeAll(async () => {
  site = createServer((request, answer) => {
    asked.push(`${request.url} ${request.headers["user-agent"]}`);
    if (request.url === "/icon.png") answer.writeHead(200, { "content-type": "image/png" }).end(png());
    else if (request.url === "/gone") answer.writeHead(404).end();
    else answer.writeHead(200, { "content-type": "text/html" }).end("<title>Ten salads &amp; <script>alert(1)</script></title><link rel=icon href=/icon.png>");
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  const at = site.address();
  address = `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
  stage = await setStage({ TROUPE_LINK_TITLES: "1", TROUPE_OUTBOUND_PRIVATE: "1" });
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Garden", "GAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  await write(ada.page, "Eat tomatoes");
});
afterAll(async () => {
  await stage?.close();
  site?.close();
});

const linksOf = ({ page }: Person) => page.getByRole("complementary").filter({ hasText: "Eat tomatoes" }).getByRole("region", { name: "Links" });

it("ul5 all people see the title and the icon of a linked page, and no browser asks the site", async () => {
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all`);
    await row(person.page, "Eat tomatoes").getByRole("link").click();
  }
  const { page } = ada;
  const links = linksOf(ada);
  for (const path of ["/salads", "/gone"]) {
    await page.getByRole("complementary").getByRole("button", { name: "Add link" }).click();
    await page.getByRole("menuitem", { name: "Web address…" }).click();
    const form = page.getByRole("dialog", { name: "Add link" });
    await form.getByRole("textbox", { name: "Web address" }).fill(`${address}${path}`);
    await form.getByRole("button", { name: "Add link" }).click();
  }
  const title = "Ten salads & <script>alert(1)</script>";
  for (const person of [ada, ben]) {
    const link = linksOf(person).getByRole("listitem").filter({ hasText: title });
    await link.waitFor();
    const icon = link.locator("img");
    await icon.waitFor();
    await until("the icon is shown", () => icon.evaluate((it) => it instanceof HTMLImageElement && it.complete && it.naturalWidth === 32));
    expect(await icon.getAttribute("src")).toMatch(/^\/api\/workspaces\//);
  }
  await links.getByRole("link", { name: address.replace("http://", "") + "/gone" }).waitFor();
  await until("the page that is gone was asked for", async () => asked.some((it) => it.startsWith("/gone")));
  expect(asked.filter((it) => !it.endsWith(" Troupe"))).toEqual([]);
  expect(await faultsOf(page, "aside")).toEqual([]);
  await shoot(page, "linked-pages");
  const item = links.getByRole("listitem").filter({ hasText: title });
  await item.hover();
  await item.getByRole("button", { name: /^Rename link/ }).click();
  await page.getByRole("textbox", { name: "Title of the link" }).fill("Salads");
  await page.keyboard.press("Enter");
  await linksOf(ben).getByRole("link", { name: "Salads" }).waitFor();
});

it("ul9 a pasted address gets the title of its page in a description, and one undo leads back to the address", async () => {
  await ada.goto(`/w/${workspace.key}/all`);
  await row(ada.page, "Eat tomatoes").getByRole("link").click();
  await ada.page.getByRole("complementary").getByRole("button", { name: "Add a description" }).click();
  const text = ada.page.getByRole("complementary").getByRole("textbox", { name: "Description" });
  await text.waitFor();
  const paste = (what: string) =>
    ada.page.evaluate((words) => {
      const data = new DataTransfer();
      data.setData("text/plain", words);
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, what);
  await paste(`${address}/pasted`);
  const title = "Ten salads & <script>alert(1)</script>";
  const link = text.getByRole("link", { name: title });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`${address}/pasted`);
  await ada.page.keyboard.press("Control+z");
  await text.getByRole("link", { name: `${address}/pasted` }).waitFor();
  // A page that says nothing leaves its address.
  await ada.page.keyboard.type(" and ");
  await paste(`${address}/gone`);
  await text.getByRole("link", { name: `${address}/gone` }).waitFor();
  await until("the page that is gone was asked for again", async () => asked.filter((it) => it.startsWith("/gone")).length > 1);
  expect(asked.filter((it) => !it.endsWith(" Troupe"))).toEqual([]);
});
