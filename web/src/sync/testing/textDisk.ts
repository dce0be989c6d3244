import type { LostText, StoredCopy, StoredText, StoredUpdate, TextStorage } from "../texts/textStorage";

/** Stored texts that outlive the pages of a test. */
export class FakeTextDisk implements TextStorage {
  readonly kept = new Map<string, StoredCopy>();
  readonly tails = new Map<string, Map<string, StoredUpdate>>();
  readonly lost = new Map<string, LostText[]>();
  /** Throws at each write, as a browser does that denies storage. */
  full = false;

  async read(ticketId: string): Promise<StoredText> {
    return { copy: this.kept.get(ticketId) ?? null, tail: [...(this.tails.get(ticketId)?.values() ?? [])], lost: this.lost.get(ticketId) ?? [] };
  }

  async append(ticketId: string, update: StoredUpdate, copy: StoredCopy | null): Promise<void> {
    this.#check();
    if (copy) this.kept.set(ticketId, copy);
    const tail = this.tails.get(ticketId) ?? new Map<string, StoredUpdate>();
    this.tails.set(ticketId, tail.set(update.key, update));
  }

  async settle(copy: StoredCopy, acked: readonly string[]): Promise<void> {
    this.#check();
    this.kept.set(copy.ticketId, copy);
    for (const key of acked) this.tails.get(copy.ticketId)?.delete(key);
  }

  async addLost(ticketId: string, lost: LostText): Promise<void> {
    this.lost.set(ticketId, [...(this.lost.get(ticketId) ?? []), lost]);
  }

  async dropLost(ticketId: string, id: string): Promise<void> {
    this.lost.set(ticketId, (this.lost.get(ticketId) ?? []).filter((lost) => lost.id !== id));
  }

  async drop(ticketId: string, withLost: boolean): Promise<void> {
    this.kept.delete(ticketId);
    this.tails.delete(ticketId);
    if (withLost) this.lost.delete(ticketId);
  }

  async unsent(): Promise<string[]> {
    return [...this.tails].flatMap(([ticketId, tail]) => (tail.size > 0 ? [ticketId] : []));
  }

  async copies(): Promise<{ ticketId: string; at: number }[]> {
    return [...this.kept.values()].map(({ ticketId, at }) => ({ ticketId, at }));
  }

  #check(): void {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
  }
}
