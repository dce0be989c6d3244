import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { ana, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Ticket } from "@/wire/generated";
import { delay, inProgress, inProgressSeconds } from "./facts";
import { textOf } from "./text";
import { isPicked } from "./value";
import { hasLine } from "./hasLine";

const config = { ...viewOf(smallTables(), workspaceId), me: ana };
const [hour, day] = [3_600, 86_400];
const textIn = (field: typeof delay, over: Partial<Ticket>) => textOf(field.value, config, ticket(1, over));
const shownIn = (field: typeof delay, over: Partial<Ticket>) => hasLine(field.value, ticket(1, over));

describe("the time in progress", () => {
  it("adds the current period to the finished ones", () => {
    const now = Date.parse("2026-03-02T12:00:00Z");
    expect(inProgressSeconds({ inProgressFor: day, inProgressSince: null }, now)).toBe(day);
    expect(inProgressSeconds({ inProgressFor: day, inProgressSince: "2026-03-02T10:00:00Z" }, now)).toBe(day + 2 * hour);
    // The clock of this device is behind that of the node.
    expect(inProgressSeconds({ inProgressFor: day, inProgressSince: "2026-03-02T12:05:00Z" }, now)).toBe(day);
  });

  it("is a line and a column of every ticket that has ever been started", () => {
    expect(textIn(inProgress, { inProgressFor: 2 * day + 4 * hour })).toBe("2d 4h");
    expect(textIn(inProgress, { inProgressSince: new Date(Date.now() - 5_000).toISOString() })).toBe("under a minute");
    expect(textIn(inProgress, {})).toBe("");
    expect([shownIn(inProgress, { inProgressFor: 5 }), shownIn(inProgress, {})]).toEqual([true, false]);
  });
});

describe("the delay", () => {
  it("is shown of a finished ticket with a due date", () => {
    expect(textIn(delay, { delayedFor: 3 * day })).toBe("3d");
    expect(textIn(delay, { delayedFor: 0 })).toBe("On time");
    expect(textIn(delay, { delayedFor: null })).toBe("");
    expect([shownIn(delay, { delayedFor: 0 }), shownIn(delay, { delayedFor: null })]).toEqual([true, false]);
  });
});

it("nobody sets the durations; they are columns that a person chooses, and orders that put tickets without one last", () => {
  for (const field of [inProgress, delay]) {
    expect(isPicked(field.value)).toBe(false);
    expect(field.column?.shown).toBe(false);
    expect(field.sort?.key(ticket(1), config)).toBeNull();
  }
});
