import { describe, expect, it } from "vitest";
import { rebase } from "./rebase";
import { applyBatch } from "../replica/replica";
import { fiveThousand, twentyWaiting, twoHundredEvents } from "../testing/fiveThousand";
import { ana, ticket, workspaceId } from "../testing/rows";

// An untouched row keeps its identity, so 5,000 rows need not render again. The time is measured
// in `bench/sync.bench.ts`.
describe("of 5,000 tickets", () => {
  const before = fiveThousand();
  const who = { me: ana, workspaceId };
  const last = rebase({ tables: before.tables, details: {} }, twentyWaiting, who, null);

  it("a frame of 200 events changes those it names and no others, with 20 edits waiting", () => {
    const after = applyBatch(before, [{ scope: workspaceId, events: twoHundredEvents }]);
    const next = rebase({ tables: after.tables, details: {} }, twentyWaiting, who, last);
    const changed = Object.keys(next.tables.ticket).filter((key) => next.tables.ticket[key] !== last.tables.ticket[key]);
    expect(changed.toSorted()).toEqual(twoHundredEvents.map((event) => event.changes[0]?.id).toSorted());
  });

  it("an edit somewhere leaves every other row and its place as they are", () => {
    const after = applyBatch(before, [{ scope: workspaceId, events: twoHundredEvents.slice(0, 1) }]);
    const next = rebase({ tables: after.tables, details: {} }, twentyWaiting, who, last);
    const changed = Object.keys(next.tables.ticket).filter((key) => next.tables.ticket[key] !== last.tables.ticket[key]);
    expect(changed).toEqual([ticket(1).id]);
    expect(rebase({ tables: before.tables, details: {} }, twentyWaiting, who, last).tables.ticket).toBe(last.tables.ticket);
  });
});
