import { t } from "@lingui/core/macro";
import { useState } from "react";
import { renameWorkspace } from "@/actions/config";
import { useMay } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import { TextField } from "@/ui/Field";
import { IconField } from "./IconField";
import { Head } from "./Head";
import styles from "./Settings.module.css";
import { WorkingDays } from "./working-days/WorkingDays";

/** Settings of the workspace's name, icon and working days. */
export function General() {
  const workspace = useTroupe((state) => state.workspace);
  const mayRename = useMay("updateWorkspace");
  if (!workspace) return null;
  return (
    <section className={styles.section} aria-label={t`General`}>
      <Head title={t`General`} text={t`Visible to everyone in the workspace.`} />
      <div className={styles.form}>
        {/* A new name by another person replaces a draft of the old name. */}
        <NameField key={workspace.name} name={workspace.name} readOnly={!mayRename} />
        <IconField icon={workspace.icon} name={workspace.name} readOnly={!mayRename} />
        <TextField
          label={t`Key`}
          tall
          readOnly
          value={workspace.key}
          hint={t`Tasks are numbered ${workspace.key}-1, ${workspace.key}-2, and so on. The key can't be changed, so task links keep working.`}
        />
      </div>
      <WorkingDays />
    </section>
  );
}

/** Saved on Enter or when the field loses the focus. Esc discards the typed text. */
function NameField({ name, readOnly }: { name: string; readOnly: boolean }) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const save = () => {
    if (wanted !== "" && wanted !== name) void renameWorkspace(wanted);
    else setTyped(name);
  };
  return (
    <TextField
      label={t`Name`}
      tall
      readOnly={readOnly}
      maxLength={100}
      value={typed}
      hint={readOnly ? t`Your role doesn't allow changing this.` : undefined}
      error={wanted === "" ? t`Enter a name` : null}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setTyped(name);
      }}
    />
  );
}
