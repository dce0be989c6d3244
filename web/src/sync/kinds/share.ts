import { t } from "@lingui/core/macro";
import type { Level, Share } from "@/wire/generated";
import { memberName } from "../selectors";
import type { RowReader } from "../tables/tables";
import type { Kind, KnownToDescribe } from "./kind";

/** A person with whom a restricted list is shared. */
export const share: Kind<"share"> = {
  commands: {
    "share.set": {
      predict({ rows }, { listId, userId, level }, { me, at, commandId }) {
        const known = shareOf(rows, listId, userId);
        const member = rows.get("member", userId);
        if (shareOf(rows, listId, me)?.level !== "manage" || !member || member.state === "left") return;
        if (level !== "manage" && isLastManager(rows, listId, userId)) return;
        // The node derives the id.
        if (known) rows.patch("share", known.id, { level });
        else rows.set("share", commandId, { id: commandId, listId, userId, level, createdAt: at });
      },
      inverse({ rows }, { kind, listId, userId }) {
        const level = levelOf(shareOf(rows, listId, userId));
        return [level ? { kind, listId, userId, level } : { kind: "share.remove", listId, userId }];
      },
      touches: ({ listId }) => [{ id: listId, fields: ["shares"] }],
      stepName: () => t`sharing a list`,
      describe: (view, { listId, userId }) => ({ what: t`Sharing ${listName(view, listId)} with ${personName(view, userId)}`, text: null }),
    },
    "share.remove": {
      predict({ rows }, { listId, userId }, { me }) {
        const known = shareOf(rows, listId, userId);
        const may = userId === me || shareOf(rows, listId, me)?.level === "manage";
        if (known && may && !isLastManager(rows, listId, userId)) rows.delete("share", known.id);
      },
      inverse({ rows, me }, { listId, userId }) {
        const level = levelOf(shareOf(rows, listId, userId));
        return level && userId !== me ? [{ kind: "share.set", listId, userId, level }] : null;
      },
      touches: ({ listId }) => [{ id: listId, fields: ["shares"] }],
      stepName: () => t`ending the sharing of a list`,
      describe: (view, { listId, userId }) => ({ what: t`No longer sharing ${listName(view, listId)} with ${personName(view, userId)}`, text: null }),
    },
  },
};

export function sharesOf(rows: RowReader, listId: string): Share[] {
  return rows.rows("share").filter((share) => share.listId === listId);
}

/** The level of a share; null for none, and for a level of a later version. */
export function levelOf(share: Share | undefined): Level | null {
  const levels: readonly string[] = ["view", "comment", "edit", "manage"];
  return share && levels.includes(share.level) ? (share.level as Level) : null;
}

function shareOf(rows: RowReader, listId: string, userId: string): Share | undefined {
  return sharesOf(rows, listId).find((share) => share.userId === userId);
}

/** True if the person manages the list and no other active member does. */
function isLastManager(rows: RowReader, listId: string, userId: string): boolean {
  const managers = sharesOf(rows, listId).filter(({ level }) => level === "manage");
  const others = managers.some((share) => share.userId !== userId && rows.get("member", share.userId)?.state === "active");
  return !others && managers.some((share) => share.userId === userId);
}

function listName(view: KnownToDescribe, id: string): string {
  const name = view.lists[id]?.name;
  return name === undefined ? t`a list` : `“${name}”`;
}

function personName(view: KnownToDescribe, id: string): string {
  return view.members[id] ? memberName(view.members[id]) : t`a former member`;
}
