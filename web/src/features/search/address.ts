import { searchParts, type SearchPart } from "@/api/search";

/** What the search page searches for, as its address says. */
export interface Sought {
  text: string;
  parts: readonly SearchPart[];
  listId: string | null;
}

/** Reads the address of the page. Unknown values are ignored. */
export function soughtAt(search: string): Sought {
  const params = new URLSearchParams(search);
  const named = (params.get("in") ?? "").split(",");
  return { text: params.get("q") ?? "", parts: searchParts.filter((part) => named.includes(part)), listId: params.get("list") };
}

/** The parts after one of them is switched on or off. All parts and none are the same: everywhere. */
export function switched(parts: readonly SearchPart[], part: SearchPart): readonly SearchPart[] {
  const now = parts.length === 0 ? searchParts : parts;
  const next = searchParts.filter((each) => now.includes(each) !== (each === part));
  return next.length === searchParts.length ? [] : next;
}
