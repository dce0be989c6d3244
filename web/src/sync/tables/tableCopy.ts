type Table<R> = Readonly<Record<string, R>>;

/**
 * The ids of tables that were asked for theirs. An engine keeps an object of thousands of keys as a hash table, and
 * to list its keys, or to spread it, costs several times a walk over ids that are known: with 5,000 tickets that is
 * most of what a frame of events costs.
 */
const known = new WeakMap<object, readonly string[]>();

/** The ids of a table, in its order. Not to be changed; the table may not change any more either. */
export function idsOf(table: Table<unknown>): readonly string[] {
  const ids = known.get(table) ?? Object.keys(table);
  known.set(table, ids);
  return ids;
}

/** The rows of a table, in its order: `Object.values`, for large ones. */
export function rowsOf<R>(table: Table<R>): R[] {
  return idsOf(table).map((id) => table[id] as R);
}

/** A table being written: a copy, whose ids are known still when it is done. */
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
    // The order of later additions is unknown: the next reader lists the ids anew.
    this.#ids = null;
  }

  /** The table, which may not change any more. */
  finish(): Table<R> {
    if (this.#ids) known.set(this.rows, this.#added.length === 0 ? this.#ids : [...this.#ids, ...this.#added]);
    return this.rows;
  }
}
