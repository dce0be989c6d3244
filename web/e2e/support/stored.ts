import type { Page } from "playwright-core";

/** Everything that a browser has stored of people, as one text. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage })];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(new Error(`${name} does not open`)));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.addEventListener("success", () => resolve(reading.result as unknown[]));
          reading.addEventListener("error", () => reject(new Error(`${store} cannot be read`)));
        });
        parts.push(JSON.stringify(rows));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      parts.push(JSON.stringify(requests.map(({ url }) => new URL(url).pathname)));
    }
    return parts.join("\n");
  });

/** The databases of a browser: the values of each store. */
export const storedIn = (page: Page): Promise<Record<string, Record<string, unknown[]>>> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("no answer")));
      });
    const all: Record<string, Record<string, unknown[]>> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // The page may have deleted the database since it was listed. Opening it would create it again.
      opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
      const db = await answer(opening).catch(() => null);
      if (!db) continue;
      const stores: Record<string, unknown[]> = {};
      for (const store of db.objectStoreNames) stores[store] = (await answer(db.transaction(store).objectStore(store).getAll())) as unknown[];
      db.close();
      all[name] = stores;
    }
    return all;
  });
