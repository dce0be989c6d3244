import type { SavedView } from "@/wire/generated";
import type { Ranked } from "./rank";

/** Views that earlier builds created have no rank. They come before views with a rank, in the order of their ids. */
export const rankedView = ({ id, rank }: Pick<SavedView, "id" | "rank">): Ranked => ({ id, rank: rank ?? "" });
