import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { Command, SavedView, ViewDisplay } from "@/wire/generated";
import { byRank, rankBehind, rankLast, ranksBehind, type Ranked } from "../tables/rank";
import type { RowReader } from "../tables/tables";
import { rankedView } from "../tables/viewRank";
import { pickedFrom, textsIn, type Kind, type KnownToDescribe } from "./kind";
import { placeOf } from "./named";
import type { World } from "./world";

const nameOf = ({ savedViews }: KnownToDescribe, id: string) => savedViews[id]?.name ?? t`(deleted)`;

/** The views that share one order: the views of one list or page in one scope. */
type Siblings = Pick<SavedView, "personal" | "listId" | "page">;

const beside = (rows: RowReader, { personal, listId, page }: Siblings): Ranked[] =>
  rows.rows("savedView").filter((row) => row.personal === personal && row.listId === listId && (row.page ?? null) === (page ?? null)).map(rankedView);

const lastRank = (rows: RowReader, siblings: Siblings): string => rankLast(beside(rows, siblings).filter(({ rank }) => rank !== ""));

/** The rank after another view, or before all siblings; null if the other view is not a sibling. Siblings without a rank get one. */
function rankIn({ rows }: World, siblings: Siblings, after: string | null, moving: string): string | null {
  const others = beside(rows, siblings).filter(({ id }) => id !== moving);
  if (after !== null && !others.some(({ id }) => id === after)) return null;
  const ranked = others.filter(({ rank }) => rank !== "");
  const unranked = others.filter(({ rank }) => rank === "").toSorted(byRank);
  const ranks = ranksBehind(new Map(ranked.map((row) => [row.id, row])), null, unranked.map(({ id }) => id)) ?? [];
  const given = unranked.map(({ id }, at) => ({ id, rank: ranks[at] ?? "" }));
  for (const { id, rank } of given) rows.patch("savedView", id, { rank });
  return rankBehind([...ranked, ...given], after);
}

/** The commands that move a restored view back to its position. A restored view comes last, so the last view needs no command. */
function movedBack(rows: RowReader, row: SavedView): Command[] {
  const order = beside(rows, row);
  return order.toSorted(byRank).at(-1)?.id === row.id ? [] : [{ kind: "savedView.move", savedViewId: row.id, ...placeOf(order, row.id) }];
}

/** SV8: True if the view must be unlocked before it changes. Rows from earlier builds lack the field. */
const isLocked = ({ lockedByUserId }: SavedView): boolean => (lockedByUserId ?? null) !== null;

/** A display as the node stores it. */
export const storedDisplay = (display: ViewDisplay | null | undefined): ViewDisplay | null =>
  display ? { ...display, find: isBlank(display.find) ? "" : lineOf(display.find) } : null;

/** A saved view. A personal one lives in the scope of its creator. */
export const savedView: Kind<"savedView"> = {
  commands: {
    "savedView.create": {
      predict(world, command, { me, at }) {
        const { rows } = world;
        const { kind: _, savedViewId: id, name, listId = null, dateLayout = null, filter, display, icon = null, page = null, after, ...view } = command;
        if (isBlank(name) || rows.get("savedView", id) || (listId !== null && (page !== null || !rows.get("list", listId)))) return;
        const siblings = { personal: view.personal, listId, page };
        const rank = after == null ? lastRank(rows, siblings) : rankIn(world, siblings, after, id);
        if (rank === null) return;
        const made = { id, name: lineOf(name), filter: filter.trim(), display: storedDisplay(display), createdUserId: me, createdAt: at };
        rows.set("savedView", id, { ...view, ...made, listId, dateLayout, icon, page, rank, lockedByUserId: null });
      },
      inverse: (_, { savedViewId }) => [{ kind: "savedView.delete", savedViewId }],
      touches: ({ savedViewId }) => [{ id: savedViewId, fields: ["id"] }],
      stepName: () => t`saving a view`,
      describe: (_, { name }) => ({ what: t`New view`, text: name }),
    },
    "savedView.update": {
      predict({ rows }, { savedViewId: id, patch }, { me }) {
        const row = rows.get("savedView", id);
        if (!row || (patch.name !== undefined && isBlank(patch.name))) return;
        // Only its creator takes a shared view back.
        if (patch.personal === true && !row.personal && row.createdUserId !== me) return;
        if (isLocked(row) && patch.locked !== false) return;
        const { name, filter, display, locked, ...rest } = patch;
        const moves = patch.personal !== undefined && patch.personal !== row.personal;
        rows.patch("savedView", id, {
          ...rest,
          ...(name !== undefined && { name: lineOf(name) }),
          ...(filter !== undefined && { filter: filter.trim() }),
          ...(display !== undefined && { display: storedDisplay(display) }),
          ...(locked !== undefined && { lockedByUserId: locked ? me : null }),
          ...(moves && { rank: lastRank(rows, { ...row, personal: !row.personal }) }),
        });
      },
      inverse({ rows }, { savedViewId, patch }) {
        const row = rows.get("savedView", savedViewId);
        if (!row) return null;
        const moves = patch.personal !== undefined && patch.personal !== row.personal;
        // Rows from earlier builds have no display and no icon.
        const known = { ...row, display: row.display ?? null, icon: row.icon ?? null, locked: isLocked(row) };
        return [{ kind: "savedView.update", savedViewId, patch: pickedFrom(known, patch) }, ...(moves ? movedBack(rows, row) : [])];
      },
      touches: ({ savedViewId, patch }) => [{ id: savedViewId, fields: Object.keys(patch).map((field) => (field === "locked" ? "lockedByUserId" : field)) }],
      stepName: () => t`changing a view`,
      describe: (view, { savedViewId, patch }) => ({ what: t`Change to the view “${nameOf(view, savedViewId)}”`, text: textsIn(patch) }),
    },
    "savedView.move": {
      predict(world, { savedViewId: id, after = null }) {
        const row = world.rows.get("savedView", id);
        const rank = row ? rankIn(world, row, after, id) : null;
        if (rank !== null) world.rows.patch("savedView", id, { rank });
      },
      inverse({ rows }, { savedViewId }) {
        const row = rows.get("savedView", savedViewId);
        return row ? [{ kind: "savedView.move", savedViewId, ...placeOf(beside(rows, row), savedViewId) }] : null;
      },
      touches: ({ savedViewId }) => [{ id: savedViewId, fields: ["rank"] }],
      stepName: () => t`moving a view`,
      describe: (view, { savedViewId }) => ({ what: t`Moving the view “${nameOf(view, savedViewId)}”`, text: null }),
    },
    "savedView.delete": {
      predict({ rows }, { savedViewId }) {
        const row = rows.get("savedView", savedViewId);
        if (row && !isLocked(row)) rows.delete("savedView", savedViewId);
      },
      inverse({ rows }, { savedViewId }) {
        const row = rows.get("savedView", savedViewId);
        if (!row) return null;
        const { id: _, createdUserId: _by, createdAt: _at, rank: _rank, lockedByUserId: _lock, listId, dateLayout, display, icon, page, ...view } = row;
        const newer = { ...(dateLayout && { dateLayout }), ...(display && { display }), ...(icon && { icon }), ...(page && { page }) };
        return [
          { kind: "savedView.create", savedViewId, ...view, ...newer, ...(listId !== null && { listId }) },
          ...movedBack(rows, row),
        ];
      },
      touches: ({ savedViewId }) => [{ id: savedViewId, fields: ["id"] }],
      stepName: () => t`deleting a view`,
      describe: (view, { savedViewId }) => ({ what: t`Deleting the view “${nameOf(view, savedViewId)}”`, text: null }),
    },
  },
};
