import { t } from "@lingui/core/macro";
import { capabilities } from "../capabilityWords";
import { wordsOf } from "@/sync/roleWords";
import type { Kind } from "./kind";
import { createRules, deleteRules, isFree } from "./named";
import { lineOf } from "@/lib/text";

const id = ({ roleId }: { roleId: string }) => roleId;

export const role: Kind<"role"> = {
  commands: {
    "role.create": createRules({
      kind: "role",
      id,
      row: (_, { description, capabilities: wanted }, { at }) => ({
        description: description ?? "",
        capabilities: wordsOf(wanted),
        system: null,
        createdAt: at,
      }),
      inverse: () => null,
      stepName: () => t`creating a role`,
      what: () => t`New role`,
    }),
    "role.update": {
      predict(world, { roleId, patch }) {
        if (patch.name !== undefined && !isFree(world, "role", patch.name, roleId)) return;
        const { name, description, capabilities: wanted } = patch;
        world.rows.patch("role", roleId, {
          ...(name === undefined ? {} : { name: lineOf(name) }),
          ...(description === undefined ? {} : { description }),
          ...(wanted === undefined ? {} : { capabilities: wordsOf(wanted) }),
        });
      },
      inverse({ rows }, { kind, roleId, patch }) {
        const row = rows.get("role", roleId);
        if (!row) return null;
        const { name, description } = row;
        const before = capabilities.filter((capability) => row.capabilities.includes(capability));
        return [
          {
            kind,
            roleId,
            patch: {
              ...(patch.name === undefined ? {} : { name }),
              ...(patch.description === undefined ? {} : { description }),
              ...(patch.capabilities === undefined ? {} : { capabilities: before }),
            },
          },
        ];
      },
      touches: ({ roleId, patch }) => [{ id: roleId, fields: Object.keys(patch) }],
      stepName: () => t`role change`,
      describe: (view, { roleId, patch }) => ({ what: t`Change to the role “${view.roles[roleId]?.name ?? t`(deleted)`}”`, text: patch.name ?? patch.description ?? null }),
    },
    "role.delete": deleteRules({
      kind: "role",
      id,
      predict(world, { roleId, moveTo }) {
        for (const member of world.rows.rows("member")) {
          if (member.role === roleId) world.rows.patch("member", member.id, { role: moveTo });
        }
        world.rows.delete("role", roleId);
      },
      inverse: () => null,
      stepName: () => t`deleting a role`,
      what: (name) => t`Deleting the role “${name}”`,
    }),
  },
};
