import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useTroupe } from "@/sync/store";
import { ana, done, ticket as row, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { viewOf } from "@/sync/tables/tables";
import type { Line } from "./lines";
import { useCarriedRows } from "./useCarriedRows";

let enter: (event: unknown) => void = () => undefined;
vi.mock("@/lib/drag", () => ({
  attachDrag: (attach: (parts: unknown) => () => void) =>
    attach({
      autoScrollForElements: () => () => undefined,
      combine: () => () => undefined,
      dropTargetForElements: ({ onDragEnter }: { onDragEnter: typeof enter }) => {
        enter = onDragEnter;
        return () => undefined;
      },
    }),
}));

const rowHeight = 30;
const line = (kind: "group" | "ticket", groupId: string, ticketId = "") => ({ kind, groupId, ticketId, key: `${groupId} ${ticketId}` }) as unknown as Line;

it("the highlighted group of a sorted sheet follows an edit that another person makes during the drag", () => {
  const ticket = row(1);
  useTroupe.setState({ ...viewOf(smallTables(), workspaceId), me: ana });
  const scroller = { current: document.createElement("div") };
  const lines = [line("group", todo.id), line("ticket", todo.id, ticket.id), line("group", done.id)];
  const groups = [{ id: todo.id, ticketIds: [ticket.id] }, { id: done.id, ticketIds: [] }];
  const { result } = renderHook(() =>
    useCarriedRows({ scroller, head: rowHeight, rowHeight, lines, groups, nests: false, groupBy: "status", place: { collection: "all", listId: null }, ordered: false, onSorted: () => undefined }),
  );
  act(() => result.current.rows.lift(ticket.id, todo.id));
  act(() => enter({ location: { current: { input: { clientX: 0, clientY: 3.5 * rowHeight } } } }));
  expect([...result.current.carriedIds]).toEqual([ticket.id]);
  expect(result.current.highlightedGroup).toBe(done.id);
  act(() => useTroupe.setState(({ tickets }) => ({ tickets: { ...tickets, [ticket.id]: { ...ticket, statusId: done.id } } })));
  expect(result.current.highlightedGroup).toBeNull();
});
