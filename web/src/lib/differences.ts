/** A difference between two lists: `from` to `to` of the first became `start` to `end` of the second. */
export interface Stretch {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Longer lists are compared only at their beginnings and ends. */
const maxCells = 4_000_000;

/** The differences between two lists, in order: what lies between the parts of their longest common subsequence. */
export function stretchesOf(before: readonly string[], after: readonly string[]): Stretch[] {
  // Numbers are compared faster than long texts.
  const numbers = new Map<string, number>();
  const numbered = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const [a, b] = [before.map(numbered), after.map(numbered)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [rows, columns] = [a.length - head - tail, b.length - head - tail];
  if (rows === 0 && columns === 0) return [];
  if (rows === 0 || columns === 0 || rows * columns > maxCells) return [{ from: head, to: head + rows, start: head, end: head + columns }];
  return between(a.slice(head, head + rows), b.slice(head, head + columns)).map(({ from, to, start, end }) => ({
    from: from + head,
    to: to + head,
    start: start + head,
    end: end + head,
  }));
}

function between(a: readonly number[], b: readonly number[]): Stretch[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] = a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const found: Stretch[] = [];
  let [row, column] = [0, 0];
  let [from, start] = [0, 0];
  const close = () => {
    if (from < row || start < column) found.push({ from, to: row, start, end: column });
  };
  while (row < a.length && column < b.length) {
    if (a[row] === b[column]) {
      close();
      row += 1;
      column += 1;
      [from, start] = [row, column];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  [row, column] = [a.length, b.length];
  close();
  return found;
}
