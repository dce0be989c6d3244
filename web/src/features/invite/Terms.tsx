import { plural, t } from "@lingui/core/macro";
import { Field, Select } from "@/ui/Field";
import type { HeldRole } from "@/wire/generated";
import styles from "./InviteDialog.module.css";
import type { InvitedRole } from "./useInvitedRoles";

/** The role and the time of an invitation; for a link, the number of people as well. */
export interface InviteTerms {
  /** A word, or the id of a role of the workspace. */
  role: HeldRole;
  days: number;
  /** Null without a limit. */
  uses: number | null;
}

const dayChoices = [1, 7, 30];
const useChoices = [1, 5, 10, 25, 50, 100, null];

interface TermsProps {
  terms: InviteTerms;
  /** The roles to choose from. */
  roles: readonly InvitedRole[];
  withUses?: boolean;
  onChange: (terms: InviteTerms) => void;
}

/** Chooses the terms of an invitation. */
export function Terms({ terms, roles, withUses = false, onChange }: TermsProps) {
  const about = roles.find(({ role }) => role === terms.role)?.description ?? "";
  return (
    <>
      <div className={styles.fields}>
        <Field label={t`Role`}>
          {(tied) => (
            <Select {...tied} value={terms.role} onChange={(event) => onChange({ ...terms, role: event.target.value })}>
              {roles.map(({ role, name }) => (
                <option key={role} value={role}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t`Expires after`}>
          {(tied) => (
            <Select {...tied} value={terms.days} onChange={(event) => onChange({ ...terms, days: Number(event.target.value) })}>
              {dayChoices.map((days) => (
                <option key={days} value={days}>
                  {plural(days, { one: "# day", other: "# days" })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {withUses && (
          <Field label={t`Can be used by`}>
            {(tied) => (
              <Select
                {...tied}
                value={terms.uses ?? ""}
                onChange={({ target }) => onChange({ ...terms, uses: target.value === "" ? null : Number(target.value) })}
              >
                {useChoices.map((uses) => (
                  <option key={uses ?? ""} value={uses ?? ""}>
                    {uses === null ? t`Anyone` : plural(uses, { one: "# person", other: "# people" })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      {about !== "" && <p className={styles.hint} dir="auto">{about}</p>}
    </>
  );
}
