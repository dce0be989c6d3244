import { t } from "@lingui/core/macro";
import { memberName } from "../selectors";
import type { Kind, KnownToDescribe } from "./kind";

export const member: Kind<"member"> = {
  home: () => "workspace",
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
      predict: (world, { userId }) => world.rows.patch("member", userId, { state: "left" }),
      inverse: () => null,
      touches: ({ userId }) => [{ id: userId, fields: ["state"] }],
      stepName: () => t`removing a member`,
      describe: (view, { userId }) => ({
        what: userId === view.me ? t`Leaving the workspace` : t`Removing ${nameOf(view, userId)}`,
        text: null,
      }),
    },
  },
};

function nameOf({ members }: KnownToDescribe, id: string): string {
  return members[id] ? memberName(members[id]) : t`a former member`;
}
