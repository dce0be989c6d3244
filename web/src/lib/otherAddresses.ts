/** Names of pages that people know from elsewhere, and the pages that they stand for in this app. */
const pages: Readonly<Record<string, string>> = {
  "assigned-to-me": "mine",
  "created-by-me": "created",
  "completed-by-me": "completed",
  "subscribed-by-me": "subscribed",
  "private-tasks": "private",
  snoozed: "inbox?tab=snoozed",
};

/** The pages of a workspace whose addresses need no id of the workspace. */
const everywhere: readonly string[] = ["home", "inbox", "roadmap", "epics", "lists", "all", "mine", "created", "completed", "subscribed", "private", "trash", "search", "settings", ...Object.keys(pages)];

/** True for an address such as `/inbox`, which stands for this page of the workspace that was open last. */
export const pageWithoutWorkspace = (pathname: string): boolean => everywhere.includes(pathname.split("/")[1] ?? "");

/**
 * The address of the page that another address of a workspace stands for: `/w/KEY/private-tasks` is `/w/KEY/private`, and
 * `/w/KEY/user/ID` is the page of a person. Null if the address stands for no page.
 */
export function addressMeant(pathname: string, search: string): string | null {
  const [, start, workspace = "", name = "", ...rest] = pathname.split("/");
  if (start !== "w") return null;
  const base = `/w/${workspace}`;
  if (name === "user" && rest[0]) return `${base}/person/${rest.join("/")}${search}`;
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (page === undefined) return null;
  const [path = "", query] = page.split("?");
  const below = rest.filter((part) => part !== "").map((part) => `/${part}`).join("");
  if (query === undefined) return `${base}/${path}${below}${search}`;
  return `${base}/${path}${below}?${query}${search.replace("?", "&")}`;
}
