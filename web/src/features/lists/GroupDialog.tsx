import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createGroup, updateGroup } from "@/actions/groups";
import { nextHue } from "@/ui/nextHue";
import { closeOverlay, useOverlay, type Overlay } from "@/lib/overlays";
import { isNameTaken } from "@/lib/useName";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { HueRow } from "@/ui/HueRow";
import styles from "./Lists.module.css";

type Asked = Extract<Overlay, { kind: "group" }>;

/** Asks for the name and the colour of a group of lists. */
export function GroupDialog() {
  const asked = useOverlay(({ overlay }) => (overlay?.kind === "group" ? overlay : null));
  return asked && <GroupForm asked={asked} />;
}

function GroupForm({ asked }: { asked: Asked }) {
  const groups = useTroupe((state) => state.groups);
  const group = asked.groupId === undefined ? undefined : groups[asked.groupId];
  const others = Object.values(groups).filter(({ id }) => id !== asked.groupId);
  const [name, setName] = useState(group?.name ?? "");
  const [color, setColor] = useState(() => group?.color ?? nextHue(others.map((other) => other.color)));
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  const taken = isNameTaken(wanted, others.map((other) => other.name)) ? t`That name is taken` : null;
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null) return;
    closeOverlay();
    if (asked.groupId === undefined) return createGroup({ name: wanted, color, parentGroupId: asked.parentGroupId, listId: asked.listId });
    const patch = { ...(wanted !== group?.name && { name: wanted }), ...(color !== group?.color && { color }) };
    if (group && Object.keys(patch).length > 0) void updateGroup(group.id, patch);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      title={group ? t`Group “${group.name}”` : t`New group`}
      {...(!group && { text: t`Groups are headings for lists. All members of the workspace see their names.` })}
      actions={
        <>
          <Button onClick={closeOverlay}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="group" variant="primary">
            {group ? t`Save` : t`Create group`}
          </Button>
        </>
      }
    >
      <form
        id="group"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={taken ?? (tried && wanted === "" ? t`Enter a name` : null)} onChange={({ target }) => setName(target.value)} />
        <HueRow hue={color} onPick={setColor} />
      </form>
    </Dialog>
  );
}
