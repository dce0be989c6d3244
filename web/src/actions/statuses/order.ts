import type { Status, StatusCategory } from "@/wire/generated";

/** The status that a new one goes behind: finished ones stay at the end, and the others in front of them. */
export function placeOf(order: readonly Pick<Status, "id" | "category">[], category: StatusCategory): string | null {
  const finished = (of: StatusCategory) => of === "completed" || of === "canceled";
  const end = finished(category) ? -1 : order.findIndex((status) => finished(status.category));
  return (end < 0 ? order.at(-1) : order[end - 1])?.id ?? null;
}

/** The status to go behind when a status moves past its neighbour of the same category; undefined if it has no such neighbour. */
export function stepInCategory(order: readonly Pick<Status, "id" | "category">[], statusId: string, step: -1 | 1): string | null | undefined {
  const category = order.find(({ id }) => id === statusId)?.category;
  const peers = order.filter((status) => status.category === category);
  const neighbour = peers[peers.findIndex(({ id }) => id === statusId) + step];
  if (!neighbour) return undefined;
  return step === 1 ? neighbour.id : (order[order.indexOf(neighbour) - 1]?.id ?? null);
}
