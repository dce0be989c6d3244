import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { createLabelSet, deleteLabelSet } from "@/actions/attributes";
import { undo } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { Attribute, LabelSet } from "@/wire/generated";
import settings from "../Settings.module.css";
import { AddName } from "./AddName";
import { LabelSetPart } from "./LabelSetPart";
import { useMayManage } from "./useMayManage";

interface LabelSetsProps {
  of: Attribute;
  /** The number of tasks with each label, by `optionKey`. */
  counts: ReadonlyMap<string, number>;
}

/** The label sets of an attribute, and a field for the next one. */
export function LabelSets({ of: attribute, counts }: LabelSetsProps) {
  const mayManage = useMayManage(attribute);
  const [deleting, setDeleting] = useState<LabelSet | null>(null);
  const sets = attribute.labelSets ?? [];
  return (
    <>
      {sets.map((set) => (
        <LabelSetPart key={set.id} of={set} in={attribute} counts={counts} mayManage={mayManage} onDelete={() => setDeleting(set)} />
      ))}
      {sets.length === 0 && <p className={settings.empty}><Trans>No label sets yet.</Trans></p>}
      {mayManage && (
        <AddName
          label={t`New label set of ${attribute.name}`}
          placeholder={t`New label set`}
          taken={sets.map(({ name }) => name)}
          onAdd={(name) => void createLabelSet(attribute.id, name)}
        />
      )}
      {deleting && <DeleteLabelSet of={deleting} in={attribute} onClose={() => setDeleting(null)} />}
    </>
  );
}

function DeleteLabelSet({ of: { id, name }, in: attribute, onClose }: { of: LabelSet; in: Attribute; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      danger
      title={t`Delete the label set “${name}”?`}
      text={t`Its labels stay in the workspace, and in the tasks that have them. “${attribute.name}” no longer offers them.`}
      confirm={t`Delete label set`}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void deleteLabelSet(attribute.id, id);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
