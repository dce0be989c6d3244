import type { Scrolled } from "./scrolled";

/** A page as the person left it. */
export interface LeftPage {
  scrolled: readonly Scrolled[];
  /** The tickets that were selected. They are kept until a reload only. */
  selected: readonly string[];
}

const most = 50;

/** The storage of the tab, which outlives a reload and ends with the tab. */
const storageKey = "troupe.left";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isScrolled(value: unknown): value is Scrolled {
  return isObject(value) && typeof value.className === "string" && [value.at, value.top, value.left].every(Number.isFinite);
}

/** Reads stored scroll positions. Another build may have written them, so unknown entries are ignored. */
export function readLeftPages(stored: string | null): Map<string, LeftPage> {
  try {
    const entries: unknown = JSON.parse(stored ?? "[]");
    const read = (entry: unknown): [string, LeftPage][] => {
      const [key, scrolled] = Array.isArray(entry) ? (entry as unknown[]) : [];
      return typeof key === "string" && Array.isArray(scrolled) ? [[key, { scrolled: scrolled.filter(isScrolled), selected: [] }]] : [];
    };
    return new Map(Array.isArray(entries) ? entries.flatMap(read).slice(-most) : []);
  } catch {
    return new Map();
  }
}

/** The pages that a tab has left, by their entries of the history. The oldest are dropped first. */
export class LeftPages {
  readonly #storage: () => Pick<Storage, "getItem" | "setItem">;
  readonly #pages: Map<string, LeftPage>;

  /** Reading `storage` may throw, because a browser may deny it. */
  constructor(storage: () => Pick<Storage, "getItem" | "setItem">) {
    this.#storage = storage;
    let stored: string | null = null;
    try {
      stored = storage().getItem(storageKey);
    } catch {
      // Storage is denied: the positions are restored until a reload.
    }
    this.#pages = readLeftPages(stored);
  }

  get(entry: string): LeftPage | undefined {
    return this.#pages.get(entry);
  }

  set(entry: string, page: LeftPage): void {
    this.#pages.delete(entry);
    this.#pages.set(entry, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > most && oldest !== undefined) this.#pages.delete(oldest);
  }

  forget(entry: string): void {
    this.#pages.delete(entry);
  }

  /** Stores the scroll positions of all pages. */
  store(): void {
    const entries = [...this.#pages].map(([entry, { scrolled }]) => [entry, scrolled]);
    try {
      this.#storage().setItem(storageKey, JSON.stringify(entries));
    } catch {
      // Storage is denied or full: the positions are restored until a reload.
    }
  }
}
