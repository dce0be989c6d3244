/** The value below which a share of the values lies. */
export const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Figures by what was measured, one record for each run. */
export class Figures {
  readonly #runs = new Map<string, Record<string, number>[]>();

  add(what: string, run: Record<string, number>): void {
    this.#runs.set(what, [...(this.#runs.get(what) ?? []), run]);
  }

  /** Prints the median of each figure, and its least and greatest value. */
  print(): void {
    for (const [what, runs] of this.#runs) {
      const columns = Object.keys(runs[0] ?? {}).map((column) => {
        const values = runs.map((run) => run[column] ?? 0);
        return `${column} ${at(values, 0.5).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
      });
      process.stdout.write(`${what}: ${columns.join(", ")}\n`);
    }
  }
}
