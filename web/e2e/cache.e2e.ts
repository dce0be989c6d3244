import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseName } from "@/sync/storage/databases";
import { outboxRecordOf, type OutboxRecord } from "@/sync/storage/outboxRecords";
import type { RowBlock } from "@/sync/storage/rowBlocks";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { tapped, type Tap } from "./support/tap";

let stage: Stage;
let ada: Person;
let tap: Tap;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  tap = await tapped(ada.context);
});
afterAll(() => stage?.close());

/** Leaves one ticket, and an edit of it that only this browser has. */
beforeEach(async () => {
  tap.hold = false;
  workspace = await ada.makeWorkspace("Cache", "CAC");
  await ada.goto(`/w/${workspace.id}`);
  await write(ada.page, "Saved");
  await until("it is saved", async () => (await ada.titles(workspace)).join() === "Saved");
  tap.hold = true;
  await rename(ada.page, "Saved", "Not sent yet");
  await until("the copy of the workspace is there as well", async () => (await kept("rows")).some(({ key }) => key.startsWith("ticket/")));
  await ada.page.goto("/favicon.svg");
});

const name = () => databaseName(ada.id, workspace.id);

type Kept = { key: string; value: Lying };

/** Runs in the page: returns the records of a store, and replaces them if `next` is given. */
async function records([database, store, next]: [string, string, Kept[] | null]): Promise<Kept[]> {
  const request = indexedDB.open(database);
  const db = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
  const tx = db.transaction(store, "readwrite");
  const there = tx.objectStore(store);
  const [keys, values] = [there.getAllKeys(), there.getAll()];
  if (next) there.clear();
  for (const { key, value } of next ?? []) there.put(value, ...(there.keyPath === null ? [key] : []));
  await new Promise((resolve) => (tx.oncomplete = resolve));
  db.close();
  return keys.result.map((key, at) => ({ key: String(key), value: values.result[at] as Kept["value"] }));
}

const kept = (store: string) => ada.page.evaluate(records, [name(), store, null] as [string, string, null]);

/** A record of any store. */
type Lying = OutboxRecord & RowBlock & { row: object };
type Harm = (value: Lying, key: string) => unknown;

/** Changes each record of a store; a record that becomes null is deleted. */
async function spoil(store: string, harm: Harm): Promise<void> {
  const before = await kept(store);
  const after = before.map(({ key, value }) => ({ key, value: harm(value, key) })).filter(({ value }) => value !== null) as Kept[];
  expect(after).not.toEqual(before);
  await ada.page.evaluate(records, [name(), store, after] as [string, string, Kept[]]);
}

async function comeBack(page: Page): Promise<void> {
  tap.hold = false;
  await page.goto(`/w/${workspace.id}/all`);
  await page.getByRole("grid").waitFor();
}

const holds = (...titles: string[]) => until(`the node holds ${titles.join()}`, async () => (await ada.titles(workspace)).join() === titles.toSorted().join());
const notSaved = (page: Page) => page.getByRole("status").filter({ hasText: "1 edit not saved." });

describe("F-50 a browser whose local data", () => {
  it("has one changed letter in an edit: the edit is shown and never sent", async () => {
    await spoil("outbox", (it) => (it.state.is === "acked" ? it : { ...it, command: { ...it.command, patch: { title: "Not sent jet" } } }));
    const { page } = ada;
    await comeBack(page);
    await notSaved(page).getByRole("button", { name: "Show edits" }).click();
    const edit = page.getByRole("listitem", { name: "A damaged edit" });
    await edit.getByText("The copy on this device is damaged and wasn't sent.").waitFor();
    await edit.getByText("Not sent jet", { exact: true }).waitFor();
    await edit.getByRole("button", { name: "Discard" }).click();
    await notSaved(page).waitFor({ state: "detached" });
    await write(page, "It goes on");
    await holds("It goes on", "Saved");
  });

  it.each<[string, string, Harm]>([
    ["of the workspace is cut short", "rows", (it, key) => (key.startsWith("ticket/") ? null : it)],
    ["of the workspace has other letters in it", "rows", (it) => ({ ...it, text: it.text.replaceAll("Saved", "Spoilt").replaceAll("Cache", "Spoilt") })],
    ["of where it stands is damaged", "head", (it) => ({ ...it, row: { ...it.row, cursors: 7 } })],
  ])("%s: the whole is fetched anew, and what waited is sent", async (_, store, harm) => {
    await spoil(store, harm);
    await comeBack(ada.page);
    await row(ada.page, "Not sent yet").waitFor();
    await holds("Not sent yet");
    expect(await ada.page.getByRole("grid").getByRole("link").count()).toBe(1);
    expect(await ada.page.getByText("Spoilt").count()).toBe(0);
  });

  it("holds another account's edit: the edit is neither sent nor shown", async () => {
    await spoil("outbox", (it) => outboxRecordOf(it, databaseName("another-user", workspace.id)));
    await comeBack(ada.page);
    await notSaved(ada.page).waitFor();
    expect(await ada.page.getByText("Not sent yet").count()).toBe(0);
    await write(ada.page, "It goes on");
    await holds("It goes on", "Saved");
  });

  it("holds nonsense under every name in its local storage", async () => {
    for (const nonsense of ["{", '{"user":7,"width":"x"}']) {
      await ada.page.evaluate((text) => {
        const names = ["me", "databases", "view", "panel", "sidebar", "theme", "workspace"].map((it) => `troupe.${it}`);
        for (const key of [...names, ...Object.keys(localStorage)]) localStorage.setItem(key, text);
      }, nonsense);
      await ada.page.goto(`/w/${workspace.id}/all`);
      await row(ada.page, "Not sent yet").waitFor();
      await ada.page.goto("/favicon.svg");
    }
    await comeBack(ada.page);
    await holds("Not sent yet");
  });
});

/** Another browser of Ada's that runs a script in every page. */
async function withPage(script: string): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await stage.stranger();
  await context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } });
  await context.addInitScript(script);
  await page.goto(`/w/${workspace.id}/all`);
  await page.getByRole("grid").waitFor();
  return { context, page };
}

const denies = `const deny = { get() { throw new DOMException("denied", "SecurityError"); } };
for (const name of ["indexedDB", "localStorage", "sessionStorage"]) Object.defineProperty(window, name, deny);
navigator.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));`;
const full = `for (const [of, name] of [[IDBObjectStore, "put"], [Storage, "setItem"]])
  of.prototype[name] = () => { throw new DOMException("full", "QuotaExceededError"); };`;

describe("F-50 a browser whose storage", () => {
  it("is full: edits still arrive", async () => {
    const { context, page } = await withPage(full);
    await write(page, "From memory");
    await holds("From memory", "Saved");
    await context.close();
  });

  it("is denied: the app says so for waiting edits, and asks before the tab closes", async () => {
    const { context, page } = await withPage(denies);
    await goOffline(context);
    await write(page, "In this tab alone");
    await page.getByText("1 edit is in this tab only. Keep the tab open: the edit will sync when you reconnect.").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await context.setOffline(false);
    await holds("In this tab alone", "Saved");
    await context.close();
  });
});
