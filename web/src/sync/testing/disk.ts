import { settled } from "../outbox/outbox";
import type { Replica } from "../replica/replica";
import type { StoredEntry } from "../storage/outboxRecords";
import type { Storage } from "../storage/storage";

/** A storage that outlives the engines of a test, without the delays of a database. */
export class FakeDisk {
  entries = new Map<string, StoredEntry>();
  replica: Replica | null = null;
  /** Throws at the next write, as a full disk does. */
  full = false;

  open(): Storage {
    const check = () => {
      if (this.full) throw new DOMException("full", "QuotaExceededError");
    };
    return {
      durable: true,
      unreadable: false,
      name: "disk",
      put: async (entries) => {
        check();
        for (const entry of entries) this.entries.set(entry.id, structuredClone(entry));
      },
      remove: async (ids) => {
        for (const id of ids) this.entries.delete(id);
      },
      adopt: async (owner, isDead) => {
        const orphans = [...this.entries.values()].filter((entry) => isDead(entry.owner));
        const mine = orphans.map((entry) => ({ ...entry, owner }));
        for (const entry of mine) this.entries.set(entry.id, entry);
        return { entries: mine, damaged: [] };
      },
      loadReplica: async () => this.replica,
      saveReplica: async (replica) => {
        check();
        this.replica = structuredClone(replica);
        for (const id of settled([...this.entries.values()], replica.cursors)) this.entries.delete(id);
      },
      dropReplica: async () => {
        this.replica = null;
        for (const { id, state } of this.entries.values()) if (state.is === "acked") this.entries.delete(id);
      },
      close: () => {},
    };
  }
}
