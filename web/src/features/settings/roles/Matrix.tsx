import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Lock } from "lucide-react";
import { useState } from "react";
import { may } from "@/actions/rights";
import { cx } from "@/lib/cx";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { capabilitiesIn, heldAs } from "@/sync/roles";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { Field, Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import type { Capability, HeldRole, RoleRecord } from "@/wire/generated";
import { say } from "@/words/i18n";
import { capabilityGroups, capabilityNames } from "./capabilityNames";
import { setInDraft, useRoleDrafts } from "./drafts";
import { drafted, includedBy } from "./roles";
import styles from "./Roles.module.css";
import { useChangeable } from "./useChangeable";

interface MatrixProps {
  roles: readonly RoleRecord[];
  counts: ReadonlyMap<HeldRole, number>;
}

/** What each role allows: a column for each role. A phone shows one column, and a choice of the role. */
export function Matrix({ roles, counts }: MatrixProps) {
  const phone = useMediaQuery("(max-width: 767px)");
  const changeable = useChangeable();
  const [chosen, setChosen] = useState<string | null>(null);
  const one = roles.find(({ id }) => id === chosen) ?? roles.find(({ system }) => system === null) ?? roles[0];
  const shown = phone ? (one ? [one] : []) : roles;
  const editable = new Set(shown.filter((role) => changeable(role).capabilities).map(({ id }) => id));
  return (
    <>
      {phone && (
        <div className={styles.choice}>
          <Field label={t`Role`}>
            {(tied) => (
              <Select {...tied} value={one?.id ?? ""} onChange={({ target }) => setChosen(target.value)}>
                {roles.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the page is scrolled by keys */}
      <div className={styles.scroller} role="group" aria-label={t`What each role allows`} tabIndex={0}>
        <table className={styles.matrix} aria-label={t`Capabilities of each role`}>
          <thead>
            <tr>
              <th scope="col" className={styles.first}>
                <Trans>Capability</Trans>
              </th>
              {shown.map((role) => (
                <th key={role.id} scope="col" className={cx(editable.has(role.id) && styles.editable)}>
                  <b title={role.name}>
                    <bdi>{role.name}</bdi>
                    {role.system !== null && <Icon of={Lock} size={12} name={t`Built-in`} />}
                  </b>
                  <small>{plural(counts.get(heldAs(role)) ?? 0, { one: "# person", other: "# people" })}</small>
                </th>
              ))}
            </tr>
          </thead>
          {capabilityGroups.map((group) => (
            <tbody key={group.id}>
              <tr className={styles.group}>
                <th scope="rowgroup" className={styles.first}>
                  {say(group.name)}
                </th>
                {shown.map((role) => (
                  <td key={role.id} className={cx(editable.has(role.id) && styles.editable)} aria-hidden />
                ))}
              </tr>
              {group.capabilities.map((capability) => (
                <tr key={capability}>
                  <th scope="row" className={styles.first}>
                    {say(capabilityNames[capability])}
                  </th>
                  {shown.map((role) => (
                    <td key={role.id} className={cx(editable.has(role.id) && styles.editable)}>
                      {editable.has(role.id) ? <Switch role={role} capability={capability} /> : <Fact has={capabilitiesIn(role).has(capability)} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

function Fact({ has }: { has: boolean }) {
  return has ? <Icon of={Check} size={14} name={t`Yes`} /> : <span role="img" aria-label={t`No`} className={styles.no} />;
}

/** The checkbox for one capability of a role, with a mark while its change is not saved. */
function Switch({ role, capability }: { role: RoleRecord; capability: Capability }) {
  const draft = useRoleDrafts(({ drafts }) => drafts[role.id]);
  const mine = useTroupe(({ capabilities }) => may(capabilities, capability));
  const has = drafted(role, draft);
  const checked = has.has(capability);
  const above = includedBy(capability, has);
  const changed = checked !== capabilitiesIn(role).has(capability);
  const name = say(capabilityNames[capability]);
  const aboveName = above === undefined ? "" : say(capabilityNames[above]);
  const why = above !== undefined ? t`Included in “${aboveName}”` : mine || checked ? null : t`You can give only what your own role allows`;
  return (
    <span className={cx(styles.switch, changed && styles.changed)} {...(why !== null && { title: why })}>
      <Checkbox
        checked={checked}
        disabled={why !== null}
        name={changed ? t`${role.name}: ${name} (not saved)` : t`${role.name}: ${name}`}
        onChange={(on) => setInDraft(role.id, capability, on)}
      />
    </span>
  );
}
