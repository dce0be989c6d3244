type Table<R> = Readonly<Record<string, R>>;

/**
 * The ids of tables, kept once they were listed. An engine keeps an object with thousands of keys as a hash table.
 * Listing its keys, or spreading it, costs several times as much as a walk over known ids: with 5,000 tickets, most of
 * the cost of a frame of events.
 */
const known = new WeakMap<object, readonly string[]>();

/** The ids of a table, in its order. Neither the ids nor the table may be changed afterwards. */
export function idsOf(table: Table<unknown>): readonly string[] {
  const ids = known.get(table) ?? Object.keys(table);
  known.set(table, ids);
  return ids;
}

/** The rows of a table, in its order: `Object.values`, for large ones. */
export function rowsOf<R>(table: Table<R>): R[] {
  return idsOf(table).map((id) => table[id] as R);
}

/** A table that is being written: a copy whose ids stay known. */
export class TableCopy<R> {
  readonly rows: Record<string, R> = {};
  #ids: readonly string[] | null;
  #added: string[] = [];

  constructor(origin: Table<R>) {
    this.#ids = idsOf(origin);
    for (const id of this.#ids) this.rows[id] = origin[id] as R;
  }

  /** The rows as they are now. */
  now(): R[] {
    const ids = this.#ids ? [...this.#ids, ...this.#added] : Object.keys(this.rows);
    return ids.map((id) => this.rows[id] as R);
  }

  set(id: string, row: R): void {
    if (!(id in this.rows)) this.#added.push(id);
    this.rows[id] = row;
  }

  delete(id: string): void {
    delete this.rows[id];
    // The order of later additions is unknown, so the next reader lists the ids again.
    this.#ids = null;
  }

  /** The table, which may not change any more. */
  finish(): Table<R> {
    if (this.#ids) known.set(this.rows, this.#added.length === 0 ? this.#ids : [...this.#ids, ...this.#added]);
    return this.rows;
  }
}
