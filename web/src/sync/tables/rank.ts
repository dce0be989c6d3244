/**
 * Fractional ranks: strings over 0-9A-Za-z that sort bytewise. The arithmetic is that of the node
 * (`actors/src/domain/rank.rs`), so that a predicted place rarely differs from the node's.
 */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base = digits.length;
const headLength = 4;

const valueOf = (character: string | undefined) => Math.max(0, character === undefined ? 0 : digits.indexOf(character));
const textOf = (values: number[]) => values.map((value) => digits[value]).join("");

/**
 * A rank between two neighbours, either of which may be missing. Equal or swapped neighbours, which only a tie can
 * cause, give a rank right behind the lower one.
 */
export function rankBetween(low: string | null, high: string | null): string {
  if (low === null && high === null) return "V";
  if (high === null) return behind(low ?? "");
  return midpoint(low ?? "", (low ?? "") >= high ? null : high);
}

/** Counts up in the first digits instead of halving the remaining space: lists mostly grow at their end. */
function behind(low: string): string {
  const head = Array.from({ length: headLength }, (_, place) => valueOf(low[place]));
  for (let place = headLength - 1; place >= 0; place -= 1) {
    const digit = head[place] ?? 0;
    if (digit + 1 >= base) continue;
    const counted = [...head.slice(0, place), digit + 1];
    while (counted.length > 1 && counted.at(-1) === 0) counted.pop();
    return textOf(counted);
  }
  return midpoint(low, null);
}

/** The middle of two fractions; a missing `high` is 1. */
function midpoint(low: string, high: string | null): string {
  const out: number[] = [];
  let open = high === null;
  for (let place = 0; ; place += 1) {
    const from = valueOf(low[place]);
    const to = open ? base : valueOf(high?.[place]);
    if (from + 1 < to) return textOf([...out, Math.floor((from + to) / 2)]);
    out.push(from);
    // Neighbouring digits: from here on anything above the rest of `low` is below `high`.
    if (from < to) open = true;
  }
}

export interface Ranked {
  id: string;
  rank: string;
}

/** Bytewise by rank, ties by id: the order that every client and the node agree on. */
export function byRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * The rank directly behind the row `after`; before all rows if `after` is null. Returns null if there is no row `after`. The
 * row `moving` is ignored.
 */
export function rankBehind(all: readonly Ranked[], after: string | null, moving?: string): string | null {
  const low = after === null || after === moving ? null : all.find(({ id }) => id === after);
  if (after !== null && !low) return null;
  return rankBetween(low?.rank ?? null, nextAbove(all, low ?? null, new Set(moving === undefined ? [] : [moving])));
}

/** Different ranks for several moving rows, in order, directly behind the row `after`. */
export function ranksBehind(all: ReadonlyMap<string, Ranked>, after: string | null, moving: readonly string[]): string[] | null {
  const set = new Set(moving);
  const low = after === null || set.has(after) ? null : all.get(after);
  if (after !== null && !low) return null;
  return spread(low?.rank ?? null, nextAbove(all.values(), low ?? null, set), moving.length);
}

/**
 * The lowest rank above another. It takes one pass and no sorting, because lists are long and every waiting move asks
 * again with each frame.
 */
function nextAbove(all: Iterable<Ranked>, low: Ranked | null, moving: ReadonlySet<string>): string | null {
  let next: Ranked | null = null;
  for (const one of all) {
    // The rank decides nearly always, and comparing it is cheaper than testing whether the row moves.
    if (next !== null && one.rank > next.rank) continue;
    if ((low !== null && byRank(one, low) <= 0) || (next !== null && byRank(one, next) >= 0)) continue;
    if (!moving.has(one.id)) next = one;
  }
  return next?.rank ?? null;
}

/** Ranks between two neighbours. Each halves a remaining gap, so that no side is used up. */
function spread(low: string | null, high: string | null, count: number): string[] {
  if (count === 0) return [];
  if (high === null) {
    const ranks: string[] = [];
    while (ranks.length < count) ranks.push(rankBetween(ranks.at(-1) ?? low, null));
    return ranks;
  }
  const middle = rankBetween(low, high);
  const left = Math.floor((count - 1) / 2);
  return [...spread(low, middle, left), middle, ...spread(middle, high, count - 1 - left)];
}

/** The rank behind all rows, for new ones. */
export function rankLast(all: Iterable<{ rank: string }>): string {
  let last: string | null = null;
  for (const { rank } of all) if (last === null || rank > last) last = rank;
  return rankBetween(last, null);
}
