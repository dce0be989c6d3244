import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Ellipsis, Lock, PenLine, RotateCcw } from "lucide-react";
import { useState } from "react";
import { setSystemAttribute } from "@/actions/attributes";
import { useMay } from "@/actions/useMay";
import { fieldById } from "@/fields/field";
import { plainFieldsOf } from "@/fields/registry";
import { systemFields } from "@/fields/system";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { SystemKey } from "@/wire/generated";
import { LabelName } from "../LabelName";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { systemTypes } from "./systemTypes";

const keys = Object.keys(systemFields) as SystemKey[];

/** The fields that every task has. They can be renamed and hidden, and not deleted. */
export function SystemAttributes() {
  const mayManage = useMay("manageAttributes");
  return (
    <section aria-label={t`Built-in fields`} className={styles.builtIn}>
      <h3><Trans>Built-in fields</Trans></h3>
      <p className={settings.quiet}>
        {mayManage
          ? t`Every task has these fields. You can rename them, or hide those that you don't use.`
          : t`Every task has these fields.`}
      </p>
      <table className={settings.table} aria-label={t`Built-in fields`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Name</Trans></th>
            <th scope="col" className={cx(settings.roomy, styles.type)}><Trans>Type</Trans></th>
            <th scope="col" className={cx(settings.roomy, styles.shownIn)}><Trans>Shown in</Trans></th>
            <th scope="col" className={styles.cards}><Trans>Shown</Trans></th>
            <th scope="col">
              <span className={settings.hidden}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Line key={key} of={key} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ of: key }: { of: SystemKey }) {
  const plain = useTroupe((state) => fieldById(plainFieldsOf(state), systemFields[key]));
  const row = useTroupe((state) => Object.values(state.systemAttributes).find((each) => each.key === key));
  const rows = useTroupe((state) => state.systemAttributes);
  const attributes = useTroupe((state) => state.attributes);
  const pending = useTroupe((state) => state.pending[key]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMay("manageAttributes");
  const [renaming, setRenaming] = useState(false);
  // A workspace without task types does not have their field yet.
  const original = plain?.name() ?? t`Task type`;
  const name = row?.name ?? original;
  const isShown = row?.hidden !== true;
  const others = Object.values(rows).flatMap((each) => (each.key === key || each.name === null ? [] : [each.name]));
  const taken = [...Object.values(attributes).map((each) => each.name), ...others];
  const rename = () => setRenaming(true);
  return (
    <tr data-system={key}>
      <td>
        <span className={settings.person}>
          <Icon of={Lock} className={styles.icon} name={t`Can't be deleted`} />
          {renaming ? (
            <LabelName
              name={name}
              label={t`New name for ${name}`}
              taken={taken}
              onName={(wanted) => {
                setRenaming(false);
                void setSystemAttribute(key, { name: wanted === original ? null : wanted });
              }}
              onCancel={() => setRenaming(false)}
            />
          ) : mayManage ? (
            <button type="button" className={settings.name} dir="auto" title={name} aria-label={t`Rename ${name}`} onClick={rename}>
              {name}
            </button>
          ) : (
            <span className={settings.name} dir="auto" title={name}>{name}</span>
          )}
          {row?.name != null && <span className={settings.quiet}>{original}</span>}
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
      </td>
      <td className={cx(settings.roomy, styles.type)}>
        <span className={styles.plain}>{systemTypes[key]}</span>
      </td>
      <td className={cx(settings.roomy, styles.shownIn)}>
        <span className={settings.quiet}>{t`All lists`}</span>
      </td>
      <td className={styles.cards}>
        {mayManage ? (
          <Checkbox name={t`Show ${name}`} checked={isShown} onChange={(shown) => void setSystemAttribute(key, { hidden: !shown })} />
        ) : (
          isShown && <Icon of={Check} name={t`Shown`} />
        )}
      </td>
      <td className={settings.more}>
        {mayManage && (
          <Menu
            name={t`Actions for ${name}`}
            align="end"
            items={[
              { id: "rename", name: t`Rename`, icon: PenLine, onSelect: rename },
              {
                id: "original",
                name: t`Use the name “${original}”`,
                icon: RotateCcw,
                disabled: row?.name == null,
                onSelect: () => void setSystemAttribute(key, { name: null }),
              },
            ]}
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}
