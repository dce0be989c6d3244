import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createComponent, updateComponent } from "@/actions/records";
import { isNameTaken } from "@/lib/useName";
import { memberName, membersInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, Select, TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { Component, ComponentPatch } from "@/wire/generated";
import form from "../attributes/Attributes.module.css";

/** The longest description, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

interface ComponentDialogProps {
  /** The component to change; null for a new one. */
  of: Component | null;
  among: readonly Component[];
  onClose: () => void;
}

/** Asks for the name, the description and the lead of a component. */
export function ComponentDialog({ of: component, among, onClose }: ComponentDialogProps) {
  const members = useTroupe((state) => state.members);
  const [name, setName] = useState(component?.name ?? "");
  const [description, setDescription] = useState(component?.description ?? "");
  const [lead, setLead] = useState(component?.leadUserId ?? "");
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, description, lead }, onClose);
  const wanted = name.trim();
  const taken = isNameTaken(wanted, among.filter(({ id }) => id !== component?.id).map((other) => other.name)) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  const present = membersInOrder({ members });
  const former = lead !== "" && !present.some(({ id }) => id === lead) ? members[lead] : undefined;
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null) return;
    onClose();
    const about = description.trim();
    if (component === null) return void createComponent({ name: wanted, description: about, ...(lead !== "" && { leadUserId: lead }) });
    const patch: ComponentPatch = {
      ...(wanted !== component.name && { name: wanted }),
      ...(about !== component.description && { description: about }),
      ...(lead !== (component.leadUserId ?? "") && { leadUserId: lead || null }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateComponent(component.id, patch).then(
      ({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={component === null ? t`New component` : t`Edit “${component.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="component" variant="primary">
            {component === null ? t`Create component` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="component"
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <TextField label={t`Description`} maxLength={longest} placeholder={t`What it is for`} value={description} onChange={({ target }) => setDescription(target.value)} />
        <Field label={t`Lead`}>
          {(tied) => (
            <Select {...tied} value={lead} onChange={({ target }) => setLead(target.value)}>
              <option value="">{t`Nobody`}</option>
              {former && <option value={former.id}>{memberName(former)}</option>}
              {present.map((member) => (
                <option key={member.id} value={member.id}>
                  {memberName(member)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
