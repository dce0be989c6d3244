import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
/** The files that are dropped, which a browser reads from the disk. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "troupe-dropped-"));
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
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const section = ({ page }: Person) => page.getByRole("region", { name: "Files" });
const tile = (person: Person, name: string) => section(person).getByRole("button", { name: `Open ${name}` });
const choose = (person: Person, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  section(person).locator("input[type=file]").setInputFiles(files);
const text = (name: string, bytes = 5_000) => ({ name, mimeType: "text/html", buffer: Buffer.from("Tar and paint. ".repeat(bytes / 10).slice(0, bytes)) });
const picture = { name: "pier.png", mimeType: "image/png", buffer: readFileSync(new URL("../../docs/pictures/kanban.png", import.meta.url)) };

const onItsWay = (person: Person, name: string) => section(person).getByRole("progressbar", { name: `Sending ${name}` });
const arrived = async (person: Person, name: string) => Number(await onItsWay(person, name).getAttribute("value"));

/** Drops files of this machine as a file manager does, and returns once the page has had them over it. */
async function drop({ page, context }: Person, over: Locator, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const paths = await Promise.all(
    files.map(async ({ name, buffer }) => {
      const path = join(folder, name);
      await writeFile(path, buffer);
      return path;
    }),
  );
  const box = await over.boundingBox();
  if (!box) throw new Error("the place is not shown");
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 80)];
  const hand = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) await hand.send("Input.dispatchDragEvent", { type, x, y, data });
  await hand.detach();
}

/** Holds back one part of every upload of a person, and all after it. Returns what lets it pass or cuts it. */
async function holdPart({ page }: Person, part: number): Promise<(how: "pass" | "cut") => Promise<void>> {
  let decide: (how: "pass" | "cut") => void = () => {};
  const decided = new Promise<"pass" | "cut">((resolve) => (decide = resolve));
  const place = new RegExp(`/parts/${part}$`);
  await page.route(place, async (route) => ((await decided) === "cut" ? route.abort() : route.continue()));
  return async (how) => {
    decide(how);
    await page.unroute(place);
  };
}

/** The requests that send files, from now on: "parts/3", "complete", and "files" for a new upload. */
function sendingOf({ page }: Person): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const end = /\/api\/workspaces\/[^/]+\/(files)(?:\/[^/]+\/(.+))?$/.exec(request.url());
    if (end && request.method() === "POST") sent.push(end[2] ?? end[1] ?? "");
  });
  return sent;
}

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

  it("fs2: files that are dropped on a task show how much of them has arrived, and come to the other person when they are whole", async () => {
    const [plan, chart] = [text("plan.txt", 5_000), text("chart.txt", 3_000)];
    const go = await holdPart(ada, 2);
    await drop(ada, ada.page.getByRole("complementary"), plan, chart);
    await expect.poll(() => arrived(ada, "plan.txt")).toBeGreaterThanOrEqual(2_048);
    await expect.poll(() => arrived(ada, "chart.txt")).toBeGreaterThanOrEqual(2_048);
    expect(await arrived(ada, "plan.txt")).toBeLessThan(5_000);
    expect(await onItsWay(ada, "plan.txt").getAttribute("max")).toBe("5000");
    expect(await faultsOf(ada.page)).toEqual([]);
    await section(ada).scrollIntoViewIfNeeded();
    await shoot(ada.page, "files-sending");
    for (const name of ["plan.txt", "chart.txt"]) expect(await tile(ben, name).count()).toBe(0);
    await go("pass");
    for (const person of [ada, ben]) for (const name of ["plan.txt", "chart.txt"]) await tile(person, name).waitFor();
    await onItsWay(ada, "plan.txt").waitFor({ state: "detached" });
    expect(await ada.page.getByRole("alert").count()).toBe(0);
  });

  it("fs2: a file that misses the task is not opened in place of the page", async () => {
    const at = ada.page.url();
    await drop(ada, row(ada.page, "Paint the pier").getByRole("link"), text("missed.html", 900));
    await tile(ada, "plan.txt").waitFor();
    expect(ada.page.url()).toBe(at);
    expect(ada.context.pages()).toHaveLength(1);
    expect(await section(ada).getByText("missed.html").count()).toBe(0);
  });

  it("fs6: a pasted text of which a program has drawn a picture is left to the field where it is pasted", async () => {
    const isLeft = await ada.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "Sum\t4");
      data.items.add(new File(["pixels"], "image.png", { type: "image/png" }));
      return document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    expect(isLeft).toBe(true);
    expect(await onItsWay(ada, "image.png").count()).toBe(0);
  });

  it("fs2: an upload that waits for the network goes on alone when it is back, with the missing parts only", async () => {
    const go = await holdPart(ada, 2);
    await choose(ada, text("tide.txt", 6_000));
    await expect.poll(() => arrived(ada, "tide.txt")).toBeGreaterThanOrEqual(2_048);
    await goOffline(ada.context);
    const sent = sendingOf(ada);
    await go("cut");
    await section(ada).getByText("Uploads wait for the network.").waitFor();
    await section(ada).getByText("Connection lost").waitFor();
    await ada.shot("files-offline");
    sent.length = 0;
    await ada.context.setOffline(false);
    await tile(ben, "tide.txt").waitFor();
    expect(sent).toEqual(["parts/2", "parts/3", "parts/4", "parts/5", "complete"]);
  });

  it("fs2: an upload that a reload has cut goes on when the file is chosen again, with the missing parts only", async () => {
    await holdPart(ada, 3);
    const log = text("depths.txt", 6_000);
    await choose(ada, log);
    await expect.poll(() => arrived(ada, "depths.txt")).toBeGreaterThanOrEqual(3_072);
    await ada.page.reload();
    await ada.page.unrouteAll();
    await section(ada).getByText("Choose the file again to go on").waitFor();
    await shoot(ada.page, "files-lost");
    expect(await faultsOf(ada.page)).toEqual([]);
    const sent = sendingOf(ada);
    const chooser = ada.page.waitForEvent("filechooser");
    await section(ada).getByRole("button", { name: "Choose", exact: true }).click();
    await (await chooser).setFiles(log);
    await tile(ben, "depths.txt").waitFor();
    expect(sent).toEqual(["parts/3", "parts/4", "parts/5", "complete"]);
    await section(ada).getByText("Choose the file again to go on").waitFor({ state: "detached" });
    await tile(ben, "depths.txt").click();
    const dialog = ben.page.getByRole("dialog", { name: "depths.txt" });
    const saved = ben.page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect(readFileSync(await (await saved).path())).toEqual(log.buffer);
    await ben.page.keyboard.press("Escape");
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
