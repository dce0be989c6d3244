import { plural, t } from "@lingui/core/macro";
import { Field, Select } from "@/ui/Field";
import type { HeldRole, List } from "@/wire/generated";
import type { ListOfInvitation } from "@/wire/http.generated";
import styles from "./InviteDialog.module.css";
import { InvitedLists } from "./InvitedLists";
import { firstOf, type InvitedRole } from "./useInvitedRoles";

/** The role and the time of an invitation; for a link, the number of people as well. */
export interface InviteTerms {
  /** A word, or the id of a role of the workspace. */
  role: HeldRole;
  days: number;
  /** Null without a limit. */
  uses: number | null;
  /** The restricted lists that the invitation shares. */
  lists: readonly ListOfInvitation[];
}

/** The terms that a new invitation begins with. */
export const firstTerms = (roles: readonly InvitedRole[]): InviteTerms => ({ role: firstOf(roles), days: 7, uses: 1, lists: [] });

/** What is missing before an invitation with these terms can be made; null if nothing is. */
export function missingIn({ role, lists }: InviteTerms, roles: readonly InvitedRole[], shareable: readonly List[]): string | null {
  const isGuest = roles.find((it) => it.role === role)?.seesOpenLists === false;
  return isGuest && lists.length === 0 && shareable.length > 0 ? t`Choose at least one list that a guest can see.` : null;
}

const dayChoices = [1, 7, 30];
const useChoices = [1, 5, 10, 25, 50, 100, null];

interface TermsProps {
  terms: InviteTerms;
  /** The roles to choose from. */
  roles: readonly InvitedRole[];
  /** The restricted lists to choose from. */
  shareable: readonly List[];
  withUses?: boolean;
  onChange: (terms: InviteTerms) => void;
}

/** Chooses the terms of an invitation. */
export function Terms({ terms, roles, shareable, withUses = false, onChange }: TermsProps) {
  const chosen = roles.find(({ role }) => role === terms.role);
  const about = chosen?.description ?? "";
  const chooseRole = (role: HeldRole) => {
    const mayManage = roles.find((it) => it.role === role)?.mayManageLists === true;
    // A level that the new role can't have becomes the next lower one.
    const lists = terms.lists.map(({ listId, level }) => ({ listId, level: level === "manage" && !mayManage ? ("edit" as const) : level }));
    onChange({ ...terms, role, lists });
  };
  return (
    <>
      <div className={styles.fields}>
        <Field label={t`Role`}>
          {(tied) => (
            <Select {...tied} value={terms.role} onChange={(event) => chooseRole(event.target.value)}>
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
      {chosen !== undefined && <InvitedLists invited={terms.lists} lists={shareable} role={chosen} onChange={(lists) => onChange({ ...terms, lists })} />}
    </>
  );
}
