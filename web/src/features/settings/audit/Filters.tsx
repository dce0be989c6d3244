import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { AuditFilter } from "@/api/audit";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Input, Select } from "@/ui/Field";
import type { AuditKind } from "@/wire/generated";
import styles from "./AuditLog.module.css";
import { kindNames, kinds } from "./kinds";

/** What the person has chosen; empty texts filter nothing. Days are those of this device. */
export interface Chosen {
  by: string;
  kind: AuditKind | "";
  from: string;
  to: string;
}

export const unfiltered: Chosen = { by: "", kind: "", from: "", to: "" };

/** The start of a day on this device, some days later; null for a text that is no day. */
function startOf(day: string, later = 0): string | null {
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return null;
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

export function filterOf({ by, kind, from, to }: Chosen): AuditFilter {
  const [start, end] = [startOf(from), startOf(to, 1)];
  return { ...(by !== "" && { by }), ...(kind !== "" && { kind }), ...(start !== null && { from: start }), ...(end !== null && { to: end }) };
}

/** The filters above the log. */
export function Filters({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const members = useTroupe((state) => state.members);
  // Members who have left are among them.
  const people = useMemo(
    () => Object.values(members).map((member) => ({ id: member.id, name: memberName(member) })).toSorted((a, b) => a.name.localeCompare(b.name)),
    [members],
  );
  return (
    <div className={styles.filters} role="group" aria-label={t`Filters`}>
      <Select aria-label={t`Person`} value={chosen.by} onChange={({ target }) => onChange({ ...chosen, by: target.value })}>
        <option value="">{t`Everyone`}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select aria-label={t`Kind`} value={chosen.kind} onChange={({ target }) => onChange({ ...chosen, kind: target.value as AuditKind | "" })}>
        <option value="">{t`All kinds`}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]()}
          </option>
        ))}
      </Select>
      <Input type="date" aria-label={t`First day`} value={chosen.from} onChange={({ target }) => onChange({ ...chosen, from: target.value })} />
      <Input type="date" aria-label={t`Last day`} value={chosen.to} onChange={({ target }) => onChange({ ...chosen, to: target.value })} />
    </div>
  );
}
