import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

beforeAll(async () => {
  // Small parts: a small file has several.
  stage = await setStage({ TROUPE_FILE_PART: "1024" });
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  await write(ada.page, "Paint the pier");
  await row(ada.page, "Paint the pier").getByRole("link").click();
  await ben.goto(`/w/${workspace.key}/all`);
  await row(ben.page, "Paint the pier").getByRole("link").click();
});
afterAll(() => stage?.close());

const section = ({ page }: Person) => page.getByRole("region", { name: "Files" });
const tile = (person: Person, name: string) => section(person).getByRole("button", { name: `Open ${name}` });
const choose = (person: Person, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  section(person).locator("input[type=file]").setInputFiles(files);
const text = (name: string, bytes = 5_000) => ({ name, mimeType: "text/html", buffer: Buffer.from("Tar and paint. ".repeat(bytes / 10).slice(0, bytes)) });
const picture = { name: "pier.png", mimeType: "image/png", buffer: readFileSync(new URL("../../docs/pictures/kanban.png", import.meta.url)) };

describe("files of a task", () => {
  it("fs2: several files that one person attaches appear with the other, and on the card", async () => {
    await choose(ada, text("notes.txt"), text("list.txt", 900));
    for (const person of [ada, ben]) {
      await tile(person, "notes.txt").waitFor();
      await tile(person, "list.txt").waitFor();
    }
    await section(ben).getByText("2", { exact: true }).waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
  });

  it("fs5: a text is shown in place, and saved whole", async () => {
    await tile(ben, "notes.txt").click();
    const dialog = ben.page.getByRole("dialog", { name: "notes.txt" });
    await dialog.getByText(/^Tar and paint/).waitFor();
    const saved = ben.page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect(readFileSync(await (await saved).path()).length).toBe(5_000);
    await ben.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("fs3: a deleted file goes from both, and comes back with Undo", async () => {
    await tile(ada, "list.txt").hover();
    await section(ada).getByRole("button", { name: "Delete list.txt" }).click();
    await tile(ben, "list.txt").waitFor({ state: "detached" });
    await ada.page.getByRole("button", { name: /^Undo/ }).click();
    await tile(ben, "list.txt").waitFor();
  });

  it("fs6: a picture that is pasted gets a preview", async () => {
    const { buffer, name, mimeType } = picture;
    await ada.page.evaluate(
      ({ bytes, name, mimeType }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0))], name, { type: mimeType }));
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
      },
      { bytes: buffer.toString("base64"), name, mimeType },
    );
    await until("Ben sees the picture", async () => {
      const drawn = await tile(ben, "pier.png").locator("img").evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth));
      return drawn.length === 1 && (drawn[0] ?? 0) > 0;
    });
    await tile(ben, "pier.png").click();
    await ben.page.getByRole("dialog", { name: "pier.png" }).getByRole("img", { name: "pier.png" }).waitFor();
    await ben.shot("files-preview");
    await ben.page.keyboard.press("Escape");
    await section(ben).scrollIntoViewIfNeeded();
    await shoot(ben.page, "files");
  });

  it("fs2: an upload that is cut goes on when the person retries", async () => {
    let cut = true;
    await ada.page.route(/\/parts\/3$/, (route) => (cut ? route.abort() : route.continue()));
    await choose(ada, text("log.txt", 6_000));
    await section(ada).getByText("Connection lost").waitFor();
    await ada.shot("files-cut");
    cut = false;
    const again: string[] = [];
    ada.page.on("request", (request) => void again.push(request.url()));
    await section(ada).getByRole("button", { name: "Retry" }).click();
    await tile(ben, "log.txt").waitFor();
    expect(again.filter((url) => /\/parts\/[012]$/.test(url)), "what has arrived is not sent again").toEqual([]);
  });

  it("g01: a file with a script runs nothing when it is opened", async () => {
    await choose(ada, { name: "evil.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='window.__xss=1'><script>window.__xss=1</script></svg>") });
    await tile(ben, "evil.svg").click();
    const dialog = ben.page.getByRole("dialog", { name: "evil.svg" });
    await dialog.getByText("<svg").waitFor();
    expect(await ben.page.evaluate(() => "__xss" in window)).toBe(false);
    await ben.page.keyboard.press("Escape");
  });
});
