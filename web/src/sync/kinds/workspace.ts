import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import { pickedFrom, textsIn, type Kind } from "./kind";

export const workspace: Kind<"workspace"> = {
  commands: {
    "workspace.update": {
      predict(world, { patch }, { workspaceId }) {
        if (patch.name !== undefined && isBlank(patch.name)) return;
        world.rows.patch("workspace", workspaceId, patch.name === undefined ? patch : { ...patch, name: lineOf(patch.name) });
      },
      inverse({ rows }, { kind, patch }) {
        const [row] = rows.rows("workspace");
        return row ? [{ kind, patch: pickedFrom(row, patch) }] : null;
      },
      touches: () => [],
      stepName: () => t`workspace change`,
      describe: (_, { patch }) => ({ what: t`Change to the workspace`, text: textsIn(patch) }),
    },
  },
};
