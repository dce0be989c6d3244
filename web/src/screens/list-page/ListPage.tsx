import type { Collection } from "@/lib/paths";

/** Tickets of a list or a collection. */
export function ListPage({ collection }: { collection: Collection }) {
  return <h1>{collection}</h1>;
}
