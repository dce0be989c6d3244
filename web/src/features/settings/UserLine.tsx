import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, Ellipsis, KeyRound, LogOut, UserCheck, UserMinus, UserX } from "lucide-react";
import { roleName } from "@/actions/roleWords";
import { jobOf } from "@/fields/job";
import { faceOf } from "@/fields/people";
import { PersonLink } from "@/fields/PersonLink";
import { grantable, isOnlyOwner, mayRemove } from "@/actions/memberRights";
import { may } from "@/actions/rights";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { formatDate, today } from "@/lib/plainDate";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { HeldRole, Member } from "@/wire/generated";
import type { PersonOfWorkspace } from "@/wire/http.generated";
import { MatchPerson } from "./MatchPerson";
import styles from "./Settings.module.css";

interface UserLineProps {
  member: Member;
  /** The member who looks at the page. */
  mine: Member | undefined;
  here: boolean;
  /** The address and the last activity; null if the viewer may not know them, undefined until they are loaded. */
  known: PersonOfWorkspace | undefined | null;
  /** The restricted lists that are shared with this person, as far as the viewer sees them; null without a column for them. */
  lists: readonly string[] | null;
  onRole: (role: HeldRole) => void;
  onAsk: (what: "remove" | "leave" | "deactivate" | "handOver") => void;
  onRestore: () => void;
}

/** A person, with the actions that the viewer may take. */
export function UserLine({ member, mine, here, known, lists, onRole, onAsk, onRestore }: UserLineProps) {
  const pending = useTroupe((state) => state.pending[member.id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const stays = useTroupe((state) => isOnlyOwner(member, Object.values(state.members)));
  const capabilities = useTroupe((state) => state.capabilities);
  const records = useTroupe((state) => state.roles);
  const name = memberName(member);
  const email = known?.email ?? "";
  const job = jobOf(member);
  const held = roleName(records, member.role);
  const self = member.id === mine?.id;
  const joined = member.state === "active";
  const roles = joined ? grantable(capabilities, member.role) : [];
  return (
    <tr>
      <td className={styles.who}>
        <span className={styles.person}>
          <Avatar person={faceOf(member)} size={24} decorative />
          <PersonLink id={member.id} className={cx(styles.name, styles.personLink)} title={name}>
            {name}
          </PersonLink>
          {self && <span className={styles.quiet}><Trans>you</Trans></span>}
          {joined && here && <span className={cx(styles.online, known !== null && styles.narrow)}><Trans>Online</Trans></span>}
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {job !== "" && (
          <span className={styles.job} dir="auto" title={job}>
            {job}
          </span>
        )}
        {email !== "" && <span className={styles.below}>{email}</span>}
        {lists !== null && lists.length > 0 && <span className={styles.below} dir="auto">{lists.join(", ")}</span>}
      </td>
      {known !== null && (
        <td className={styles.email} title={email}>
          {email}
        </td>
      )}
      <td className={styles.roomy}>{joined && (known === null ? <Joined member={member} /> : <LastActive known={known} now={here || self} />)}</td>
      {lists !== null && <Lists names={lists} />}
      <td className={styles.state}>
        <span className={styles.quiet}>{stateOf(member)}</span>
      </td>
      <td className={styles.role}>
        {roles.length === 0 ? (
          joined || member.deactivatedAt ? (
            <span className={styles.fixed}>{held}</span>
          ) : (
            may(capabilities, "manageMembers") && may(capabilities, "editTickets") && <MatchPerson person={member} />
          )
        ) : (
          <Menu
            name={t`Role of ${name}`}
            items={roles.map((role) => ({
              id: role,
              name: roleName(records, role),
              checked: role === member.role,
              reason: stays && role !== member.role ? t`You can't step down: you're the only owner.` : undefined,
              onSelect: () => onRole(role),
            }))}
          >
            <button type="button" className={styles.pick} aria-label={t`Role of ${name}: ${held}`}>
              {held}
              <Icon of={ChevronDown} size={14} />
            </button>
          </Menu>
        )}
      </td>
      <td className={styles.more}>
        {mayRemove(capabilities, mine?.id ?? null, member) && (
          <Menu
            name={t`Actions for ${name}`}
            align="end"
            items={
              self
                ? [
                    {
                      id: "leave",
                      name: t`Leave workspace`,
                      icon: LogOut,
                      danger: true,
                      reason: stays ? t`You can't leave: you're the only owner.` : undefined,
                      onSelect: () => onAsk("leave"),
                    },
                  ]
                : [
                    ...(joined && mine?.role === "owner" && member.role !== "owner"
                      ? [{ id: "handOver", name: t`Hand over ownership`, icon: KeyRound, onSelect: () => onAsk("handOver") }]
                      : []),
                    ...(joined ? [{ id: "deactivate", name: t`Deactivate`, icon: UserX, onSelect: () => onAsk("deactivate") }] : []),
                    ...(member.deactivatedAt && !member.secondFactorMissing ? [{ id: "restore", name: t`Bring back`, icon: UserCheck, onSelect: onRestore }] : []),
                    { id: "remove", name: t`Remove from workspace`, icon: UserMinus, danger: true, onSelect: () => onAsk("remove") },
                  ]
            }
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}

/** The first list, and how many more there are. */
function Lists({ names }: { names: readonly string[] }) {
  const [first = "", ...more] = names;
  const all = names.join(", ");
  return (
    <td className={styles.lists} title={all} dir="auto">
      <span aria-hidden={more.length > 0}>{more.length === 0 ? first : t`${first} +${more.length}`}</span>
      {more.length > 0 && <span className={styles.hidden}>{all}</span>}
    </td>
  );
}

function stateOf({ state, deactivatedAt, secondFactorMissing }: Member): string {
  // The workspace requires a second factor, which the account does not have.
  if (deactivatedAt !== null && secondFactorMissing) return t`No two-factor`;
  if (deactivatedAt !== null) return t`Deactivated`;
  return state === "active" ? t`Active` : t`Not joined`;
}

function Joined({ member: { createdAt } }: { member: Member }) {
  return (
    <time className={styles.quiet} dateTime={createdAt} title={formatInstantLong(createdAt)}>
      {formatDate(today(new Date(createdAt)))}
    </time>
  );
}

/** When a person last used Troupe. The node knows the hour. */
function LastActive({ known, now }: { known: PersonOfWorkspace | undefined; now: boolean }) {
  if (now) return <span className={styles.online}><Trans>Online</Trans></span>;
  if (known === undefined) return null;
  const { lastActiveAt } = known;
  if (lastActiveAt === null) return <span className={styles.quiet}><Trans>Not for a while</Trans></span>;
  return (
    <time className={styles.quiet} dateTime={lastActiveAt} title={formatInstantLong(lastActiveAt)}>
      {formatInstant(lastActiveAt)}
    </time>
  );
}
