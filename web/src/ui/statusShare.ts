import type { StatusCategory } from "./vocabulary";

interface Ranked {
  id: string;
  category: StatusCategory;
}

/**
 * The filled share of each status among those of its category: 0 is the dashed ring of a first default status
 * (Backlog), and started statuses fill their disc step by step. Statuses are in their order.
 */
export function statusShares(statuses: readonly Ranked[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const status of statuses) {
    const peers = statuses.filter((other) => other.category === status.category);
    shares[status.id] = share(status.category, peers.indexOf(status), peers.length);
  }
  return shares;
}

function share(category: StatusCategory, index: number, count: number): number {
  if (category === "byDefault") return count > 1 && index === 0 ? 0 : 1;
  if (category !== "started") return 1;
  if (count <= 2) return index === 0 ? 0.5 : 0.75;
  return (index + 1) / (count + 1);
}
