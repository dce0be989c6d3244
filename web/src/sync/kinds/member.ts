import { t } from "@lingui/core/macro";
import { memberName } from "../selectors";
import type { Kind, KnownToDescribe } from "./kind";

export const member: Kind<"member"> = {
  commands: {
    "member.setRole": {
      predict: (world, { userId, role }) => world.rows.patch("member", userId, { role }),
      inverse({ rows }, { kind, userId }) {
        const role = rows.get("member", userId)?.role;
        return role ? [{ kind, userId, role }] : null;
      },
      touches: ({ userId }) => [{ id: userId, fields: ["role"] }],
      stepName: () => t`role change`,
      describe: (view, { userId }) => ({ what: t`Role of ${nameOf(view, userId)}`, text: null }),
    },
    "member.remove": {
      predict: (world, { userId }) => world.rows.patch("member", userId, { state: "left", deactivatedAt: null, secondFactorMissing: false }),
      inverse: () => null,
      touches: ({ userId }) => [{ id: userId, fields: ["state"] }],
      stepName: () => t`removing a member`,
      describe: (view, { userId }) => ({
        what: userId === view.me ? t`Leaving the workspace` : t`Removing ${nameOf(view, userId)}`,
        text: null,
      }),
    },
    "member.deactivate": {
      predict({ rows }, { userId }, { at }) {
        const row = rows.get("member", userId);
        if (row?.deactivatedAt && row.secondFactorMissing) rows.patch("member", userId, { secondFactorMissing: false });
        else if (!row?.deactivatedAt) rows.patch("member", userId, { state: "left", deactivatedAt: at });
      },
      inverse: ({ rows }, { userId }) => (rows.get("member", userId)?.state === "active" ? [{ kind: "member.restore", userId }] : null),
      touches: ({ userId }) => [{ id: userId, fields: ["state", "deactivatedAt"] }],
      stepName: () => t`deactivating a member`,
      describe: (view, { userId }) => ({ what: t`Deactivating ${nameOf(view, userId)}`, text: null }),
    },
    "member.restore": {
      predict({ rows }, { userId }) {
        const row = rows.get("member", userId);
        if (!row?.deactivatedAt || row.secondFactorMissing) return;
        // The node lets the member in once it has seen that the account has a second factor.
        const required = rows.rows("secondFactorRule").length > 0;
        rows.patch("member", userId, required ? { secondFactorMissing: true } : { state: "active", deactivatedAt: null });
      },
      inverse: ({ rows }, { userId }) => (rows.get("member", userId)?.deactivatedAt ? [{ kind: "member.deactivate", userId }] : null),
      touches: ({ userId }) => [{ id: userId, fields: ["state", "deactivatedAt"] }],
      stepName: () => t`bringing a member back`,
      describe: (view, { userId }) => ({ what: t`Bringing ${nameOf(view, userId)} back`, text: null }),
    },
    "member.handOver": {
      predict({ rows }, { userId }, { me }) {
        if (userId === me || rows.get("member", userId)?.state !== "active") return;
        rows.patch("member", userId, { role: "owner" });
        rows.patch("member", me, { role: "admin" });
      },
      inverse: () => null,
      touches: ({ userId }) => [{ id: userId, fields: ["role"] }],
      stepName: () => t`handing over the workspace`,
      describe: (view, { userId }) => ({ what: t`Handing the workspace over to ${nameOf(view, userId)}`, text: null }),
    },
  },
};

function nameOf({ members }: KnownToDescribe, id: string): string {
  return members[id] ? memberName(members[id]) : t`a former member`;
}
