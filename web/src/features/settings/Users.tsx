import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, Search, UserPlus } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { roleName } from "@/actions/roleWords";
import { tellFailure } from "@/actions/tellFailure";
import { peopleFile } from "@/api/people";
import { deactivateMember, handOver, removeMember, restoreMember, setRole } from "@/actions/config";
import { leaveWorkspace } from "@/actions/leave";
import { useMay } from "@/actions/useMay";
import { Link, useNavigate } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { saveFile } from "@/lib/saveFile";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { tell } from "@/ui/Toast";
import type { ById } from "@/sync/types";
import type { HeldRole, Member, RoleRecord } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { Head } from "./Head";
import { Invitations } from "./Invitations";
import { LeavingDialog } from "./LeavingDialog";
import { castOf } from "./people";
import styles from "./Settings.module.css";
import { StateFilter, type ShownState } from "./StateFilter";
import { UserLine } from "./UserLine";
import { useListsOfPeople } from "./useListsOfPeople";
import { usePeople } from "./usePeople";

/** Up to this many members, no search field is needed. */
const AT_A_GLANCE = 8;

/** The actions that need a confirmation: the person cannot undo them. */
type Asked = { what: "remove" | "leave" | "deactivate" | "handOver"; member: Member } | { what: "stepDown"; member: Member; role: HeldRole };

/** The people of the workspace: their roles and, for people who may manage members, their addresses and last activity. */
export function Users() {
  const members = useTroupe((state) => state.members);
  const workspace = useTroupe((state) => state.workspace?.name ?? "");
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const presence = useTroupe((state) => state.presence);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  const slug = useTroupe((state) => state.workspace?.key ?? "");
  const mayInvite = useMay("invite");
  const [find, setFind] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const known = usePeople(workspaceId);
  const lists = useListsOfPeople();
  const [shown, setShown] = useState<ShownState>("all");
  const shows = (state: ShownState) => shown === "all" || shown === state;
  const { active, pending, deactivated } = useMemo(() => castOf(members, find, known.people ?? undefined, lists), [members, find, known.people, lists]);
  const here = useMemo(() => new Set(presence.map(({ userId }) => userId)), [presence]);

  const change = (member: Member, role: HeldRole) => {
    if (role === member.role) return;
    if (member.id === mine?.id && mine.role === "owner") setAsked({ what: "stepDown", member, role });
    else void setRole(member.id, role);
  };
  const leave = async (member: Member): Promise<boolean> => {
    if (!(await leaveWorkspace(member.id))) return false;
    navigate("/");
    tell({ text: t`You left ${workspace}` });
    return true;
  };
  const confirmed = () => {
    setAsked(null);
    if (asked?.what === "stepDown") void setRole(asked.member.id, asked.role);
    if (asked?.what === "handOver") void handOver(asked.member.id);
  };
  /** Ends a membership. Resolves to false if the node refuses. */
  const letGo = async ({ what, member }: Asked): Promise<boolean> => {
    if (what === "leave") return leave(member);
    const { ok } = await (what === "remove" ? removeMember(member.id) : deactivateMember(member.id));
    return ok;
  };
  const line = (member: Member) => (
    <UserLine
      key={member.id}
      member={member}
      mine={mine}
      here={here.has(member.id)}
      known={known.people === null ? null : known.people.get(member.id)}
      lists={lists.size === 0 ? null : (lists.get(member.id) ?? [])}
      onRole={(role) => change(member, role)}
      onAsk={(what) => setAsked({ what, member })}
      onRestore={() => void restoreMember(member.id)}
    />
  );

  const away = [
    { name: t`Deactivated`, label: t`Deactivated users`, hint: t`They have no access until someone brings them back. Their roles are kept.`, people: deactivated.filter((member) => !member.secondFactorMissing) },
    { name: t`No two-factor authentication`, label: t`Users without two-factor authentication`, hint: t`They have no access until they turn it on. Their roles are kept.`, people: deactivated.filter((member) => member.secondFactorMissing) },
  ];
  return (
    <section className={styles.section} aria-label={t`Users`}>
      <Head
        title={t`Users settings`}
        text={
          <Trans>
            The people in this workspace. <Link to={paths.settings(slug, "roles")}>Roles</Link> shows what each of them can do.
          </Trans>
        }
        action={
          <div className={styles.buttons}>
            {known.people !== null && workspaceId !== undefined && (
              <Button icon={Download} onClick={() => void download(workspaceId)}>
                <Trans>Download CSV</Trans>
              </Button>
            )}
            {mayInvite && (
              <Button variant="primary" icon={UserPlus} onClick={() => openOverlay({ kind: "invite" })}>
                <Trans>Invite people</Trans>
              </Button>
            )}
          </div>
        }
      />
      {(Object.keys(members).length > AT_A_GLANCE || Object.values(members).some(({ state, deactivatedAt }) => state === "pending" || deactivatedAt !== null)) && (
        <div className={styles.finding}>
          <label className={styles.find}>
            <Icon of={Search} size={14} />
            <input type="search" dir="auto" aria-label={t`Search users`} placeholder={t`Search users`} value={find} onChange={(event) => setFind(event.target.value)} />
          </label>
          <StateFilter value={shown} onChange={setShown} />
        </div>
      )}
      {shows("active") && (
        <table className={styles.table} aria-label={t`Users of the workspace`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              {known.people !== null && (
                <th scope="col" className={styles.email}>
                  <Trans>Email</Trans>
                </th>
              )}
              <th scope="col" className={styles.roomy}>
                {known.people === null ? t`Joined` : t`Last active`}
              </th>
              {lists.size > 0 && (
                <th scope="col" className={styles.lists}>
                  <Trans>Lists</Trans>
                </th>
              )}
              <th scope="col" className={styles.state}>
                <Trans>State</Trans>
              </th>
              <th scope="col"><Trans>Role</Trans></th>
              <th scope="col">
                <span className={styles.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>{active.map(line)}</tbody>
        </table>
      )}
      {known.failed && (
        <p className={styles.failed} role="alert">
          <Trans>Couldn't load email addresses.</Trans>
          <Button size="sm" onClick={known.again}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {shows("active") && active.length === 0 && <p className={styles.empty}><Trans>No users match “{find.trim()}”.</Trans></p>}
      {mayInvite && workspaceId !== undefined && shows("invited") && <Invitations workspaceId={workspaceId} find={find} />}
      {shows("imported") && pending.length > 0 && (
        <>
          <h3 className={styles.sub}>
            <Trans>From imports</Trans> <span>{shownNumber(pending.length)}</span>
          </h3>
          <p className={styles.hint}>
            {plural(pending.length, {
              one: "# person named in imported tasks. They don't have access.",
              other: "# people named in imported tasks. They don't have access.",
            })}
          </p>
          <table className={styles.table} aria-label={t`People from imports`}>
            <tbody>{pending.map(line)}</tbody>
          </table>
        </>
      )}
      {shows("deactivated") &&
        away.map(
          ({ name, label, hint, people }) =>
            people.length > 0 && (
              <Fragment key={name}>
                <h3 className={styles.sub}>
                  {name} <span>{shownNumber(people.length)}</span>
                </h3>
                <p className={styles.hint}>{hint}</p>
                <table className={styles.table} aria-label={label}>
                  <tbody>{people.map(line)}</tbody>
                </table>
              </Fragment>
            ),
        )}
      {asked && <Question asked={asked} workspace={workspace} onConfirm={confirmed} onLeave={() => letGo(asked)} onCancel={() => setAsked(null)} />}
    </section>
  );
}

/** Saves the list of people as a file. */
async function download(workspaceId: string): Promise<void> {
  try {
    saveFile(await peopleFile(workspaceId), "people.csv");
  } catch (thrown) {
    tellFailure(thrown, () => download(workspaceId));
  }
}

interface QuestionProps {
  asked: Asked;
  workspace: string;
  onConfirm: () => void;
  onLeave: () => Promise<boolean>;
  onCancel: () => void;
}

function Question({ asked, workspace, onLeave, ...answers }: QuestionProps) {
  const leaving = { onLeave, onClose: answers.onCancel };
  const roles = useTroupe((state) => state.roles);
  const name = memberName(asked.member);
  switch (asked.what) {
    case "leave":
      return (
        <LeavingDialog
          member={asked.member}
          title={t`Leave ${workspace}?`}
          text={t`You'll need a new invitation to rejoin. Your comments and private tasks are kept.`}
          confirm={t`Leave workspace`}
          {...leaving}
        />
      );
    case "remove":
      return (
        <LeavingDialog
          member={asked.member}
          title={t`Remove ${name} from ${workspace}?`}
          text={t`They lose access immediately and need a new invitation to rejoin. Their comments are kept.`}
          confirm={t`Remove`}
          {...leaving}
        />
      );
    case "deactivate":
      return (
        <LeavingDialog
          member={asked.member}
          title={t`Deactivate ${name}?`}
          text={t`They lose access immediately. You can bring them back at any time.`}
          confirm={t`Deactivate`}
          {...leaving}
        />
      );
    case "handOver":
      return (
        <ConfirmDialog
          open
          danger
          title={t`Hand ${workspace} over to ${name}?`}
          text={t`${name} becomes an owner, and you become an admin. Only an owner can make you an owner again.`}
          confirm={t`Hand over`}
          {...answers}
        />
      );
    case "stepDown":
      return (
        <ConfirmDialog
          open
          title={t`Stop being an owner?`}
          text={t`Only another owner can make you an owner again.`}
          confirm={becoming(asked.role, roles)}
          {...answers}
        />
      );
  }
}

/** The button of a person who gives up a role: it names the new one. */
function becoming(role: HeldRole, roles: ById<RoleRecord>): string {
  if (role === "admin") return t`Become an admin`;
  if (role === "member") return t`Become a member`;
  const name = roleName(roles, role);
  return t`Change to ${name}`;
}
