/** Where the answer to a request comes from. */
export type Source =
  /** The page: from the node if it answers in time, or else the kept page. */
  | "page"
  /** A file of the build: the kept one, or else from the node. */
  | "kept"
  /** From the node alone. The worker does not touch the request. */
  | "node";

/** Pages of the node that are not pages of the app. */
const ownPages = /^\/(api|dev|healthz|readyz|metrics|unsubscribe)(\/|$)/;

/** Decides where the answer to a request comes from. No data of a person is kept, because its paths are under `/api`. */
export function sourceOf({ method, mode, url }: Pick<Request, "method" | "mode" | "url">, origin: string, files: ReadonlySet<string>): Source {
  const { origin: asked, pathname } = new URL(url);
  if (method !== "GET" || asked !== origin || ownPages.test(pathname)) return "node";
  if (pathname !== "/" && (files.has(pathname) || pathname.startsWith("/assets/"))) return "kept";
  // `fetch("/")` asks which build the node serves, so only a browser that opens a page gets the kept one.
  return mode === "navigate" ? "page" : "node";
}

/** A proxy without a node answers with one of these. */
const isAway = ({ status }: Pick<Response, "status">): boolean => status >= 500;

/** The page from the node, unless the node fails or takes too long and there is a kept page. */
export async function newestPage<Page extends Pick<Response, "status">>(node: Promise<Page>, kept: Page | undefined, patience: Promise<void>): Promise<Page> {
  if (kept === undefined) return node;
  const answer = node.then(
    (page) => (isAway(page) ? kept : page),
    () => kept,
  );
  return Promise.race([answer, patience.then(() => kept)]);
}
