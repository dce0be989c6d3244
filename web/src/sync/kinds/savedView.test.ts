import { describe, expect, it } from "vitest";
import type { Command, SavedView } from "@/wire/generated";
import { byRank } from "../tables/rank";
import { rankedView } from "../tables/viewRank";
import { ana, workspaceId } from "../testing/rows";
import { smallTables } from "../testing/tab";
import { inverseOf, predict } from "./kinds";
import { World } from "./world";

const at = "2026-01-05T10:00:00Z";

const view = (id: string, over: Partial<SavedView> = {}): SavedView => ({
  id, name: id, personal: false, createdUserId: ana, listId: null, layout: "kanban", dateLayout: null, filter: "", groupBy: "status", sortBy: "manual", descending: false, columns: [], createdAt: at, display: null, icon: null, page: null, rank: null, ...over,
});

const worldOf = (views: readonly SavedView[]): World => new World({ ...smallTables(), savedView: Object.fromEntries(views.map((one) => [one.id, one])) }, {});

const run = (world: World, commands: readonly Command[]) => {
  for (const command of commands) predict(world, command, { me: ana, workspaceId, at, commandId: "c" });
};

const order = (world: World) => world.rows.rows("savedView").filter(({ personal, listId }) => !personal && listId === null).map(rankedView).toSorted(byRank).map(({ id }) => id);

describe("sv7 the order of saved views", () => {
  it("puts views of the previous build first, and gives them ranks when one is moved", () => {
    const world = worldOf([view("a", { rank: "V" }), view("d"), view("b"), view("c", { rank: "W" })]);
    expect(order(world)).toEqual(["b", "d", "a", "c"]);
    run(world, [{ kind: "savedView.move", savedViewId: "c", after: "b" }]);
    expect(order(world)).toEqual(["b", "c", "d", "a"]);
    expect(world.rows.rows("savedView").every(({ rank }) => rank !== null)).toBe(true);
  });

  it("is left alone by a move after a view that is deleted, or that is not among the same views", () => {
    const views = [view("a"), view("b"), view("own", { personal: true, rank: "V" })];
    for (const after of ["gone", "own"]) {
      const world = worldOf(views);
      run(world, [{ kind: "savedView.move", savedViewId: "a", after }]);
      expect(world.rows.rows("savedView")).toEqual(views);
    }
  });

  it("is restored by undo after a move, after a deletion, and after a shared view was made personal", () => {
    const views = [view("a", { rank: "V" }), view("b", { rank: "W" }), view("c", { rank: "X" })];
    const commands: Command[] = [
      { kind: "savedView.move", savedViewId: "c" },
      { kind: "savedView.move", savedViewId: "a", after: "b" },
      { kind: "savedView.delete", savedViewId: "a" },
      { kind: "savedView.delete", savedViewId: "b" },
      { kind: "savedView.delete", savedViewId: "c" },
      { kind: "savedView.update", savedViewId: "b", patch: { personal: true } },
    ];
    for (const command of commands) {
      const world = worldOf(views);
      const inverse = inverseOf({ rows: worldOf(views).rows, details: {}, me: ana }, command) ?? [];
      run(world, [command, ...inverse]);
      expect(order(world), JSON.stringify(command)).toEqual(["a", "b", "c"]);
    }
  });

  it("needs no move if the last view is deleted and restored: nodes of the previous build would refuse a move", () => {
    const { rows } = worldOf([view("a", { rank: "V" }), view("b", { rank: "W" })]);
    const inverse = inverseOf({ rows, details: {}, me: ana }, { kind: "savedView.delete", savedViewId: "b" });
    expect(inverse).toEqual([{ kind: "savedView.create", savedViewId: "b", name: "b", personal: false, layout: "kanban", filter: "", groupBy: "status", sortBy: "manual", descending: false, columns: [] }]);
  });
});
