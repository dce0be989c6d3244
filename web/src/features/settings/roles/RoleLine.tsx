import { plural, t } from "@lingui/core/macro";
import { Copy, Ellipsis, Lock, PenLine, Trash2 } from "lucide-react";
import { grantable } from "@/actions/memberRights";
import { useMay } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { RoleRecord } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import settings from "../Settings.module.css";
import styles from "./Roles.module.css";
import { useChangeable } from "./useChangeable";

interface RoleLineProps {
  of: RoleRecord;
  /** The number of its holders. */
  count: number;
  onDescribe: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** A role with its description, its holders, and the actions on it. */
export function RoleLine({ of: role, count, onDescribe, onDuplicate, onDelete }: RoleLineProps) {
  const pending = useTroupe((state) => state.pending[role.id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMay("manageRoles");
  const mayChange = useChangeable()(role);
  const replaceable = useTroupe(({ capabilities }) => grantable(capabilities, role.id).length > 0);
  const items: MenuItem[] = [];
  if (mayChange.name) items.push({ id: "describe", name: t`Rename and describe`, icon: PenLine, onSelect: onDescribe });
  if (mayManage) items.push({ id: "duplicate", name: t`Duplicate`, icon: Copy, onSelect: onDuplicate });
  if (mayChange.capabilities)
    items.push({
      id: "delete",
      name: t`Delete role`,
      icon: Trash2,
      danger: true,
      apart: true,
      reason: count > 0 && !replaceable ? t`People have this role, and you can't give them another.` : undefined,
      onSelect: onDelete,
    });
  const { name } = role;
  return (
    <tr>
      <td className={styles.about}>
        <span className={settings.person}>
          <span className={settings.name} dir="auto" title={name}>
            {name}
          </span>
          {role.system !== null && <Icon of={Lock} size={12} name={t`Built-in`} className={styles.lock} />}
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {role.description !== "" && <p className={styles.description} dir="auto">{role.description}</p>}
      </td>
      <td className={settings.number}>
        <span className={settings.quiet} title={plural(count, { one: "# person", other: "# people" })}>
          {shownNumber(count)}
        </span>
      </td>
      <td className={settings.more}>
        {items.length > 0 && (
          <Menu name={t`Actions for ${name}`} align="end" items={items}>
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}
