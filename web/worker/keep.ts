import { cacheOf, isHashed, isOfBuild, otherCaches, pagePath, type Build } from "./build";
import { newestPage } from "./requests";

/** How long the node has to answer a request for the page. */
const patienceMs = 3_000;

// All answers vary by `accept-encoding`. The cache holds them decoded, so one entry fits every request.
const anyEncoding = { ignoreVary: true };

/** Stores all files of a build, one after the other, so that requests of pages come first. Files that an earlier try has stored are not fetched again. */
export async function keepAll(build: Build): Promise<void> {
  const cache = await caches.open(cacheOf(build));
  for (const path of build.files) {
    if (await cache.match(path, anyEncoding)) continue;
    const before = isHashed(path) ? await caches.match(path, anyEncoding) : undefined;
    await cache.put(path, before ?? (await fetched(build, path)));
  }
}

/** A file of the build from the node; throws if the node serves another build. The browser then tries again later. */
async function fetched(build: Build, path: string): Promise<Response> {
  const answer = await fetch(path, { cache: isHashed(path) ? "default" : "no-cache" });
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const html = isHtml ? await answer.clone().text() : null;
  if (!isOfBuild(build, path, { ok: answer.ok, html })) throw new Error(`${path} is not a file of this build`);
  return answer;
}

/** Deletes the files of other builds. */
export async function dropOthers(build: Build): Promise<void> {
  await Promise.all(otherCaches(build, await caches.keys()).map((name) => caches.delete(name)));
}

/** The kept file, or one of another build that a tab still uses, or else the file from the node. */
export async function keptFile(build: Build, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const own = await (await caches.open(cacheOf(build))).match(pathname, anyEncoding);
  return own ?? (await caches.match(pathname, anyEncoding)) ?? fetch(request);
}

/** The page of the app. `preload` is the request that the browser has sent while this worker was starting. */
export async function page(build: Build, request: Request, preload: Promise<Response | undefined>): Promise<Response> {
  const node = preload.then((answer) => answer ?? fetch(request));
  // The request may fail while the kept page is read.
  node.catch(() => undefined);
  const kept = await (await caches.open(cacheOf(build))).match(pagePath, anyEncoding);
  return newestPage(node, kept, new Promise((over) => void setTimeout(over, patienceMs)));
}
