/** What a chip is wide beside its words, the widest it gets, and what stands between two. */
const around = 26;
const widestChip = 180;
const gap = 4;
/** "+12" */
const more = 24;
/** A letter of the 12 px type, on average. Nothing is measured: there are hundreds of these, and they scroll. */
const letter = 6.1;

const widthOf = (name: string): number => Math.min(widestChip, around + Math.ceil([...name].length * letter));

/** How many labels a cell of so many pixels holds whole, from the first on; at least one, which is then cut short. */
export function fitting(names: readonly string[], room: number): number {
  let left = room;
  let count = 0;
  for (const [index, name] of names.entries()) {
    left -= widthOf(name) + (index === 0 ? 0 : gap);
    const last = index === names.length - 1;
    if (left < (last ? 0 : gap + more)) break;
    count += 1;
  }
  return Math.max(count, Math.min(1, names.length));
}
