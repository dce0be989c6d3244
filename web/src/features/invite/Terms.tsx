import { msg, plural, t } from "@lingui/core/macro";
import { Field, Select } from "@/ui/Field";
import { say } from "@/words/i18n";
import styles from "./InviteDialog.module.css";

/** The role and the time of an invitation; for a link, the number of people as well. */
export interface InviteTerms {
  role: InvitedRole;
  days: number;
  /** Null without a limit. */
  uses: number | null;
}

export type InvitedRole = "member" | "admin";

const roles = { member: msg`Member`, admin: msg`Admin` };
const hints = {
  member: msg`Members can edit all shared tasks and lists.`,
  admin: msg`Admins can also manage statuses, the workspace, and its members.`,
};
const dayChoices = [1, 7, 30];
const useChoices = [1, 5, 10, 25, 50, 100, null];

interface TermsProps {
  terms: InviteTerms;
  withUses?: boolean;
  onChange: (terms: InviteTerms) => void;
}

/** Chooses the terms of an invitation. */
export function Terms({ terms, withUses = false, onChange }: TermsProps) {
  return (
    <>
      <div className={styles.fields}>
        <Field label={t`Role`}>
          {(tied) => (
            <Select {...tied} value={terms.role} onChange={(event) => onChange({ ...terms, role: event.target.value as InvitedRole })}>
              {(["member", "admin"] as const).map((role) => (
                <option key={role} value={role}>
                  {say(roles[role])}
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
      <p className={styles.hint}>{say(hints[terms.role])}</p>
    </>
  );
}
