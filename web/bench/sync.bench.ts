import { bench, describe } from "vitest";
import { rebase } from "@/sync/view/rebase";
import { applyBatch } from "@/sync/replica/replica";
import { ticketsOfList } from "@/sync/selectors";
import { fiveThousand, twentyWaiting, twoHundredEvents } from "@/sync/testing/fiveThousand";
import { ana, list, workspaceId } from "@/sync/testing/rows";

// Each is done within one animation frame of 16 ms, besides what React makes of it.
describe("5,000 tickets", () => {
  const before = fiveThousand();
  const who = { me: ana, workspaceId };
  const last = rebase({ tables: before.tables, details: {} }, twentyWaiting, who, null);

  bench("a frame of 200 events with 20 edits waiting", () => {
    const after = applyBatch(before, [{ scope: workspaceId, events: twoHundredEvents }]);
    rebase({ tables: after.tables, details: {} }, twentyWaiting, who, last);
  });

  bench("a list's tickets, of a state not seen before", () => {
    ticketsOfList({ tickets: { ...before.tables.ticket } }, list(1).id);
  });
});
