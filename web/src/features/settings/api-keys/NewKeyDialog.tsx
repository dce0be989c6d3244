import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemsOf } from "@/api/formProblems";
import { addDays, formatDate, today } from "@/lib/plainDate";
import { useForm } from "@/lib/useForm";
import { Field, Select, TextField } from "@/ui/Field";
import type { Capability } from "@/wire/generated";
import type { NewApiKey } from "@/wire/http.generated";
import { FormDialog } from "../profile/account/FormDialog";
import { Access } from "./Access";
import type { Whose } from "./names";
import { capabilitiesOf } from "./presets";

/** The lives that a key can have, in days. */
const LIVES = [30, 90, 365] as const;
const FOREVER = "";

interface NewKeyDialogProps {
  open: boolean;
  whose: Whose;
  /** What the person may give to the key. */
  mine: ReadonlySet<Capability>;
  onClose: () => void;
  /** Creates the key. The form shows a refusal at the field that it names. */
  onMake: (wanted: NewApiKey) => Promise<void>;
}

/** Asks for the name of a new key, its life, and what it may do. */
export function NewKeyDialog({ open, whose, mine, onClose, onMake }: NewKeyDialogProps) {
  const [access, setAccess] = useState<ReadonlySet<Capability>>(() => capabilitiesOf("read", mine));
  const { values, problems, busy, set, submit } = useForm({
    initial: { name: "", days: "90" },
    check: ({ name }) => (name.trim() === "" ? { name: t`Enter a name` } : {}),
    explain: (thrown) => problemsOf(thrown, ["name", "days"]),
  });
  const send = () =>
    submit(async ({ name, days }) => {
      const wanted = { name: name.trim(), capabilities: [...access], ...(days !== FOREVER && { days: Number(days) }) };
      await onMake(wanted);
    });
  const until = values.days === FOREVER ? t`The key works until you revoke it.` : t`The key works until ${formatDate(addDays(today(), Number(values.days)))}.`;
  return (
    <FormDialog
      open={open}
      title={whose === "person" ? t`New API key` : t`New workspace API key`}
      text={
        whose === "person"
          ? t`The key acts as you, in this workspace only. If you lose a permission, the key loses it too.`
          : t`The key acts for the workspace and keeps working after you leave. It can't see restricted lists or private tasks.`
      }
      submit={t`Create key`}
      busy={busy ? t`Creating…` : null}
      failure={problems.form}
      values={[values, [...access]]}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={100}
        placeholder={t`What the key is for`}
        value={values.name}
        error={problems.name}
        onChange={({ target }) => set("name", target.value)}
      />
      <Field label={t`Expires`} hint={until} error={problems.days}>
        {(tied) => (
          <Select {...tied} value={values.days} onChange={({ target }) => set("days", target.value)}>
            {LIVES.map((days) => (
              <option key={days} value={days}>
                {days === 365 ? t`In a year` : t`In ${days} days`}
              </option>
            ))}
            <option value={FOREVER}>{t`Never`}</option>
          </Select>
        )}
      </Field>
      <Access whose={whose} mine={mine} value={access} onChange={setAccess} />
    </FormDialog>
  );
}
