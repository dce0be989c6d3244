import { describe, expect, it } from "vitest";
import type { Refusal } from "@/wire/generated";
import * as outbox from "./outbox";
import type { Entry, EntryState } from "./outbox";

function entry(id: string, state: EntryState = { is: "waiting" }, over: Partial<Entry> = {}): Entry {
  const command = { kind: "ticket.update", ticketId: `t${id}`, patch: { title: id } } as const;
  return { id, command, at: "2026-01-05T00:00:00Z", since: 5, state, stored: true, ...over };
}

const sent: EntryState = { is: "sent", at: 0 };
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);
const states = (entries: readonly Entry[]) => entries.map(({ state }) => state.is);
const refusal = (code: Refusal["code"], retryAfterMs?: number): Refusal => ({
  code,
  message: "",
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe("what is sent next", () => {
  it("cm1: goes in the person's order, and no more than there is room for", () => {
    expect(ids(outbox.toSend([entry("1", sent), entry("2"), entry("3"), entry("4")], 2, 0))).toEqual(["2", "3"]);
  });

  it("stops at one that is not stored yet, or has to wait", () => {
    expect(ids(outbox.toSend([entry("1"), entry("2", undefined, { stored: false }), entry("3")], 9, 0))).toEqual(["1"]);
    const patient: EntryState = { is: "waiting", notBefore: 100 };
    expect(ids(outbox.toSend([entry("1", patient), entry("2")], 9, 99))).toEqual([]);
    expect(ids(outbox.toSend([entry("1", patient), entry("2")], 9, 100))).toEqual(["1", "2"]);
  });
});

describe("a refusal", () => {
  it.each(["forbidden", "conflict", "command_expired", "validation_failed", "internal"] as const)(
    "%s is final and stays to be shown",
    (code) => {
      const after = outbox.refuse([entry("1", sent)], "1", refusal(code), 0);
      expect(outbox.refusalsOf(after)).toMatchObject([{ id: "1", error: { code } }]);
      expect(outbox.unsettled(after)).toEqual([]);
      expect(outbox.pendingOf(after)).toEqual({});
    },
  );

  it.each(["rate_limited", "unavailable"] as const)("bp2: %s puts it off for as long as the node says", (code) => {
    const after = outbox.refuse([entry("1", sent)], "1", refusal(code, 250), 1000);
    expect(after[0]?.state).toEqual({ is: "waiting", notBefore: 1250 });
  });

  it("does not count for a command whose forerunner was put off: it is tried again after it", () => {
    const put = outbox.refuse([entry("1", sent), entry("2", sent)], "1", refusal("rate_limited", 10), 0);
    const after = outbox.refuse(put, "2", refusal("not_found"), 0);
    expect(states(after)).toEqual(["waiting", "waiting"]);
    expect(ids(outbox.toSend(after, 9, 10))).toEqual(["1", "2"]);
  });

  it("of an unknown command changes nothing", () => {
    const before = [entry("1")];
    expect(outbox.refuse(before, "x", refusal("conflict"), 0)).toBe(before);
  });
});

describe("an entry", () => {
  const acked: EntryState = { is: "acked", scope: "w", epoch: "e", seq: 7 };

  it("cm3: leaves when the stream has passed its seq, not before", () => {
    const box = [entry("1", acked), entry("2")];
    expect([...outbox.settled(box, { w: { epoch: "e", seq: 6 } })]).toEqual([]);
    expect([...outbox.settled(box, { w: { epoch: "e", seq: 7 } })]).toEqual(["1"]);
    expect([...outbox.settled(box, { w: { epoch: "other", seq: 9 } })]).toEqual([]);
    expect([...outbox.settled(box, {})]).toEqual(["1"]);
  });

  it("cm2: is sent again after the connection broke, and after a change of epoch", () => {
    expect(states(outbox.requeued([entry("1", sent), entry("2", acked)]))).toEqual(["waiting", "acked"]);
    expect(states(outbox.requeuedAfterEpochChange([entry("1", acked)], { w: { epoch: "other", seq: 9 } }))).toEqual(["waiting"]);
    expect(states(outbox.requeuedAfterEpochChange([entry("1", acked)], { w: { epoch: "e", seq: 1 } }))).toEqual(["acked"]);
  });

  it("cm1: is overdue when its answer is late beyond reason", () => {
    expect(outbox.isOverdue([entry("1", sent)], 30_000)).toBe(false);
    expect(outbox.isOverdue([entry("1", sent)], 30_001)).toBe(true);
  });

  it("of another tab takes its place by its age, once", () => {
    const box = outbox.adopted([entry("2")], [entry("1"), entry("2"), entry("3")]);
    expect(ids(box)).toEqual(["1", "2", "3"]);
  });

  it("marks the fields that wait, with the oldest age", () => {
    const box = [entry("1", undefined, { since: 9 }), { ...entry("1b", sent), command: entry("1").command, since: 3 }];
    expect(outbox.pendingOf(box)).toEqual({ t1: { fields: ["title"], since: 3 } });
    expect(ids(outbox.unsentOf([...box, entry("3", acked)]) as Entry[])).toEqual(["1", "1b"]);
  });
});
