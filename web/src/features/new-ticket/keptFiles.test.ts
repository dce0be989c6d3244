import { Blob, File } from "node:buffer";
import "fake-indexeddb/auto";
import { IDBObjectStore } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetDrafts } from "@/lib/forgetDrafts";
import { databasesOf, forgetStorage } from "@/sync/storage/databases";
import { deleteCopies } from "@/sync/storage/deleteCopies";
import { untouched } from "./chips";
import type { HeldFile } from "./kept";

// The database of the tests copies the files of Node only.
vi.stubGlobal("Blob", Blob);
vi.stubGlobal("File", File);

const written = untouched({ title: "Mend", description: "", private: false, values: {} });
const fileOf = (id: string, name: string, text: string): HeldFile => ({ id, file: new File([text], name, { type: "image/png", lastModified: 7 }) as unknown as HeldFile["file"] });
const image = fileOf("1", "image.png", "pixels");
const notes = fileOf("2", "notes.txt", "words");

/** The module, as after a reload of the page. */
async function loaded() {
  vi.resetModules();
  return import("./kept");
}

/** The names and texts of the files that come back after a reload, and the names of the others. */
async function afterReload(workspaceId = "acme", me = "ana") {
  const { keptFiles, restoreFiles } = await loaded();
  await restoreFiles(workspaceId, me);
  const { files, lost } = keptFiles(workspaceId, me);
  return { files: await Promise.all(files.map(async ({ id, file }) => [id, file.name, file.type, await file.text()])), lost };
}

const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(async () => {
  for (const person of ["ana", "ben"]) await forgetStorage(person);
  localStorage.clear();
});

describe("qc7: the files of a task that is not created yet", () => {
  it("come back after a reload, for one person in one workspace", async () => {
    const { keepTask, keptFiles, filesAreStored } = await loaded();
    keepTask("acme", "ana", written, [image, notes]);
    expect(keptFiles("acme", "ana")).toEqual({ files: [image, notes], lost: [] });
    expect(asksBeforeLeaving()).toBe(true);
    await filesAreStored();
    expect(asksBeforeLeaving()).toBe(false);
    expect(await afterReload()).toEqual({ files: [["1", "image.png", "image/png", "pixels"], ["2", "notes.txt", "image/png", "words"]], lost: [] });
    expect([await afterReload("acme", "ben"), await afterReload("other")]).toEqual([{ files: [], lost: [] }, { files: [], lost: [] }]);
  });

  it("are deleted when one is removed, and when the task is created or the draft is discarded", async () => {
    const { keepTask, filesAreStored } = await loaded();
    keepTask("acme", "ana", written, [image, notes]);
    keepTask("acme", "ana", written, [notes]);
    await filesAreStored();
    expect((await afterReload()).files.map(([id]) => id)).toEqual(["2"]);
    const again = await loaded();
    await again.restoreFiles("acme", "ana");
    again.keepTask("acme", "ana", null, again.keptFiles("acme", "ana").files);
    await again.filesAreStored();
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
    expect(await afterReload()).toEqual({ files: [], lost: [] });
  });

  it("several files may have one name", async () => {
    const { keepTask, filesAreStored } = await loaded();
    keepTask("acme", "ana", written, [image, fileOf("3", "image.png", "other")], ["image.png"]);
    await filesAreStored();
    const { files, lost } = await afterReload();
    expect([files.map(([id]) => id), lost]).toEqual([["1", "3"], ["image.png"]]);
  });

  it("are named after a reload if they are larger than 50 MiB together, and leaving the page asks first", async () => {
    const { keepTask, filesAreStored, useUnstored } = await loaded();
    const film = fileOf("3", "film.mp4", "");
    Object.defineProperty(film.file, "size", { value: 50 * 1024 * 1024 });
    keepTask("acme", "ana", written, [image, film, notes]);
    await filesAreStored();
    expect([...useUnstored.getState().ids]).toEqual(["3"]);
    expect(asksBeforeLeaving()).toBe(true);
    const { files, lost } = await afterReload();
    expect([files.map(([id]) => id), lost]).toEqual([["1", "2"], ["film.mp4"]]);
  });

  it("are named after a reload if the browser has no room", async () => {
    const { keepTask, filesAreStored, useUnstored } = await loaded();
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    keepTask("acme", "ana", written, [image]);
    await filesAreStored();
    expect([...useUnstored.getState().ids]).toEqual(["1"]);
    vi.restoreAllMocks();
    expect(await afterReload()).toEqual({ files: [], lost: ["image.png"] });
  });

  it("of5: go when the person logs out, also while they are being stored, and wait if the session ends elsewhere", async () => {
    const { keepTask, filesAreStored } = await loaded();
    keepTask("acme", "ana", written, [image]);
    await filesAreStored();
    await deleteCopies("ana");
    expect((await afterReload()).files.length).toBe(1);
    const again = await loaded();
    keepTask("acme", "ana", written, [image, notes]);
    await forgetStorage("ana");
    forgetDrafts("ana");
    await filesAreStored();
    expect([(await indexedDB.databases()).map(({ name }) => name), again.keptFiles("acme", "ana")]).toEqual([[], { files: [], lost: [] }]);
    expect((await databasesOf("ana")).length).toBe(1);
  });
});
