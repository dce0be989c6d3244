import { useState } from "react";
import { renameWorkspace } from "@/actions/config";
import { may } from "@/actions/rights";
import { useTroupe } from "@/sync/store";
import { TextField } from "@/ui/Field";
import { Head } from "./Head";
import styles from "./Settings.module.css";

/** What the workspace is called. */
export function General() {
  const workspace = useTroupe((state) => state.workspace);
  const mayRename = useTroupe((state) => may(state.me === null ? null : state.members[state.me]?.role, "administer"));
  if (!workspace) return null;
  return (
    <section className={styles.section} aria-label="General">
      <Head title="General" text="What everybody in the workspace sees." />
      <div className={styles.form}>
        {/* Somebody else's new name takes the place of a draft of the old one. */}
        <NameField key={workspace.name} name={workspace.name} readOnly={!mayRename} />
        <TextField
          label="Key"
          tall
          readOnly
          value={workspace.key}
          hint={`Tasks are called ${workspace.key}-1, ${workspace.key}-2 and so on. It stays as it is, so that links to tasks do.`}
        />
      </div>
    </section>
  );
}

/** Saved when it is left or by Enter; Esc takes back what was typed. */
function NameField({ name, readOnly }: { name: string; readOnly: boolean }) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const save = () => {
    if (wanted !== "" && wanted !== name) void renameWorkspace(wanted);
    else setTyped(name);
  };
  return (
    <TextField
      label="Name"
      tall
      readOnly={readOnly}
      maxLength={100}
      value={typed}
      hint={readOnly ? "Admins and owners can change it." : undefined}
      error={wanted === "" ? "Name cannot be empty" : null}
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
