import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, LogOut, UserMinus } from "lucide-react";
import { useMemo } from "react";
import { roleName } from "@/actions/roleWords";
import { faceOf } from "@/fields/people";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { Level } from "@/wire/generated";
import { say } from "@/words/i18n";
import { accessTo, type Access } from "./access";
import { levels, levelWords } from "@/fields/levels";
import styles from "./Sharing.module.css";

interface PeopleProps {
  listId: string;
  mayShare: boolean;
  onLevel: (userId: string, level: Level) => void;
  onRemove: (userId: string) => void;
}

/** The people with whom a restricted list is shared, with their levels. */
export function People({ listId, ...props }: PeopleProps) {
  const members = useTroupe((state) => state.members);
  const roles = useTroupe((state) => state.roles);
  const shares = useTroupe((state) => state.shares);
  const people = useMemo(() => accessTo({ members, roles, shares }, listId), [members, roles, shares, listId]);
  return (
    <section aria-label={t`People with access`}>
      <h3 className={styles.heading}>
        <Trans>People with access</Trans>
        <span>{people.length}</span>
      </h3>
      <ul>
        {people.map((access) => (
          <PersonLine key={access.member.id} access={access} {...props} />
        ))}
      </ul>
    </section>
  );
}

function PersonLine({ access, mayShare, onLevel, onRemove }: Omit<PeopleProps, "listId"> & { access: Access }) {
  const { member, level, isLastManager, mayManage } = access;
  const isMe = useTroupe(({ me }) => me === member.id);
  const role = useTroupe(({ roles }) => roleName(roles, member.role));
  const name = memberName(member);
  const held = say(levelWords[level].name);
  const last = isLastManager ? t`A restricted list needs at least one person who manages it.` : undefined;
  const reasonFor = (to: Level) => (to === level ? undefined : to === "manage" ? (mayManage ? undefined : t`Their role doesn't allow managing lists.`) : last);
  const items: MenuItem[] = mayShare
    ? levels.map((to) => ({ id: to, name: say(levelWords[to].name), checked: to === level, reason: reasonFor(to), onSelect: () => to !== level && onLevel(member.id, to) }))
    : [];
  if (isMe) items.push({ id: "leave", name: t`Leave list`, icon: LogOut, danger: true, apart: mayShare, reason: last, onSelect: () => onRemove(member.id) });
  else if (mayShare) items.push({ id: "remove", name: t`Remove`, icon: UserMinus, danger: true, apart: true, reason: last, onSelect: () => onRemove(member.id) });
  return (
    <li className={styles.row} aria-label={name}>
      <Avatar person={faceOf(member)} size={28} decorative />
      <span className={styles.text}>
        <b>
          <bdi>{name}</bdi>
          {isMe && <span className={styles.badge}><Trans>You</Trans></span>}
        </b>
        <span>{member.state === "active" ? role : member.secondFactorMissing ? t`No two-factor authentication` : t`Deactivated`}</span>
      </span>
      {items.length === 0 ? (
        <span className={styles.fixed}>{held}</span>
      ) : (
        <Menu name={t`Access of ${name}`} align="end" items={items}>
          <button type="button" className={styles.pick} aria-label={t`Access of ${name}: ${held}`}>
            {held}
            <Icon of={ChevronDown} size={14} />
          </button>
        </Menu>
      )}
    </li>
  );
}
