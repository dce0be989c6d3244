import { t } from "@lingui/core/macro";
import { Trash2 } from "lucide-react";
import { dispatch } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { File as FileRow } from "@/wire/generated";
import { isolated } from "@/words/isolate";

/** Deletes a file without asking, and offers to restore it. */
export function deleteFileWithUndo({ id: fileId, name }: Pick<FileRow, "id" | "name">): void {
  void dispatch({ kind: "file.delete", fileId });
  tell({
    text: t`${isolated(name)} deleted`,
    icon: Trash2,
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void dispatch({ kind: "file.restore", fileId }) },
  });
}
