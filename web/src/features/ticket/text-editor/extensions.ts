import { t } from "@lingui/core/macro";
import type { AnyExtension } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { Placeholder } from "@tiptap/extensions";
import type * as Y from "yjs";
import { rootOf } from "@/sync/texts/tree";
import { BlockDirections } from "./plugins/direction";
import { Highlight } from "./plugins/highlight";
import { StrikeKey } from "./plugins/keys";
import { PastedLinks } from "./plugins/pastedLinks";
import { PastedMarkdown, schemaExtensions } from "./schema";

export const textExtensions = (doc: Y.Doc): AnyExtension[] => [
  ...schemaExtensions(),
  Collaboration.configure({ fragment: rootOf(doc) }),
  Placeholder.configure({ placeholder: () => t`Write, or type / for commands` }),
  BlockDirections,
  Highlight,
  PastedLinks,
  StrikeKey,
  PastedMarkdown,
];
