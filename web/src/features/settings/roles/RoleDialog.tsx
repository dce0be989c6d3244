import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createRole, updateRole } from "@/actions/config";
import { may } from "@/actions/rights";
import { isNameTaken } from "@/lib/useName";
import { capabilitiesIn } from "@/sync/roles";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, Select, TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { RoleRecord } from "@/wire/generated";
import styles from "./Roles.module.css";

/** The longest description, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

interface RoleDialogProps {
  /** The role to rename and describe; null for a new one. */
  of: RoleRecord | null;
  /** The role that a new one begins as. */
  from: RoleRecord | undefined;
  roles: readonly RoleRecord[];
  onClose: () => void;
}

/** Asks for the name and the description of a role. A new role begins with the capabilities of another role. */
export function RoleDialog({ of: role, from, roles, onClose }: RoleDialogProps) {
  const capabilities = useTroupe((state) => state.capabilities);
  const [name, setName] = useState(role?.name ?? "");
  const [description, setDescription] = useState(role?.description ?? "");
  const [base, setBase] = useState(from?.id ?? "");
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, description, base }, onClose);
  const wanted = name.trim();
  const others = roles.filter(({ id }) => id !== role?.id).map((other) => other.name);
  const taken = isNameTaken(wanted, others) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  const basis = roles.find(({ id }) => id === base);
  const given = [...(basis ? capabilitiesIn(basis) : [])];
  const withheld = given.filter((capability) => !may(capabilities, capability)).length;
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null) return;
    onClose();
    const about = description.trim();
    if (role === null) {
      const made = createRole({ name: wanted, description: about, capabilities: given.filter((capability) => may(capabilities, capability)) });
      void made.answer.then(({ ok }) => ok && tell({ text: t`Created the role “${wanted}”` }));
      return;
    }
    const patch = { ...(wanted !== role.name && { name: wanted }), ...(about !== role.description && { description: about }) };
    if (Object.keys(patch).length === 0) return;
    const changed = updateRole(role.id, patch);
    void changed.then(({ ok }) => ok && tell({ text: t`Saved the role “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={role === null ? t`New role` : t`Rename and describe “${role.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="role" variant="primary">
            {role === null ? t`Create role` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="role"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <TextField
          label={t`Description`}
          maxLength={longest}
          placeholder={t`Who gets this role`}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        {role === null && (
          <Field
            label={t`Start from`}
            hint={withheld > 0 ? t`The new role leaves out what your own role doesn't allow.` : t`You can change what the new role allows afterwards.`}
          >
            {(tied) => (
              <Select {...tied} value={base} onChange={({ target }) => setBase(target.value)}>
                {roles.map(({ id, name: called }) => (
                  <option key={id} value={id}>
                    {called}
                  </option>
                ))}
                <option value="">{t`No capabilities`}</option>
              </Select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
