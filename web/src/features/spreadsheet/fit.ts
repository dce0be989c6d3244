/** The width of a chip without its text, its greatest width, and the gap between two. */
const around = 26;
const widestChip = 180;
const gap = 4;
/** "+12" */
const more = 24;
/** The average width of a letter of the 12 px type. Measuring hundreds of chips would slow down scrolling. */
const letter = 6.1;

const widthOf = (name: string): number => Math.min(widestChip, around + Math.ceil([...name].length * letter));

/** How many labels fit into a cell of this many pixels. At least one; a label that is too wide is cut short. */
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
