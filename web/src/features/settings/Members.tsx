import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { removeMember, setRole } from "@/actions/config";
import { leaveWorkspace } from "@/actions/leave";
import { may } from "@/actions/rights";
import { useNavigate } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { tell } from "@/ui/Toast";
import type { HeldRole, Member } from "@/wire/generated";
import { Head } from "./Head";
import { Invitations } from "./Invitations";
import { MemberLine } from "./MemberLine";
import { castOf } from "./people";
import styles from "./Settings.module.css";

/** Up to this many members, no search field is needed. */
const AT_A_GLANCE = 8;

/** The actions that need a confirmation: the person cannot undo them. */
type Asked = { what: "remove" | "leave"; member: Member } | { what: "stepDown"; member: Member; role: HeldRole };

/** The members of the workspace with their roles. */
export function Members() {
  const members = useTroupe((state) => state.members);
  const workspace = useTroupe((state) => state.workspace?.name ?? "");
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const presence = useTroupe((state) => state.presence);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  const capabilities = useTroupe((state) => state.capabilities);
  const [find, setFind] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const { active, pending } = useMemo(() => castOf(members, find), [members, find]);
  const here = useMemo(() => new Set(presence.map(({ userId }) => userId)), [presence]);

  const change = (member: Member, role: HeldRole) => {
    if (role === member.role) return;
    if (member.id === mine?.id && mine.role === "owner") setAsked({ what: "stepDown", member, role });
    else void setRole(member.id, role);
  };
  const leave = async (member: Member) => {
    if (!(await leaveWorkspace(member.id))) return;
    await navigate("/");
    tell({ text: t`You left ${workspace}` });
  };
  const confirmed = () => {
    setAsked(null);
    if (asked?.what === "stepDown") void setRole(asked.member.id, asked.role);
    if (asked?.what === "remove") void removeMember(asked.member.id);
    if (asked?.what === "leave") void leave(asked.member);
  };
  const line = (member: Member) => (
    <MemberLine
      key={member.id}
      member={member}
      mine={mine}
      here={here.has(member.id)}
      onRole={(role) => change(member, role)}
      onRemove={() => setAsked({ what: member.id === mine?.id ? "leave" : "remove", member })}
    />
  );

  return (
    <section className={styles.section} aria-label={t`Members`}>
      <Head
        title={t`Members`}
        text={t`Members can edit all shared tasks and lists. Admins can also manage statuses, the workspace, and its members. Owners can also make people admins or owners.`}
        action={
          may(capabilities, "invite") && (
            <Button variant="primary" icon={UserPlus} onClick={() => openOverlay({ kind: "invite" })}>
              <Trans>Invite people</Trans>
            </Button>
          )
        }
      />
      {Object.keys(members).length > AT_A_GLANCE && (
        <label className={styles.find}>
          <Icon of={Search} size={14} />
          <input type="search" dir="auto" aria-label={t`Search members`} placeholder={t`Search members`} value={find} onChange={(event) => setFind(event.target.value)} />
        </label>
      )}
      <table className={styles.table} aria-label={t`Members of the workspace`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Name</Trans></th>
            <th scope="col" className={styles.roomy}>
              <Trans>Joined</Trans>
            </th>
            <th scope="col"><Trans>Role</Trans></th>
            <th scope="col">
              <span className={styles.hidden}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>{active.map(line)}</tbody>
      </table>
      {active.length === 0 && <p className={styles.empty}><Trans>No members match “{find.trim()}”.</Trans></p>}
      {may(capabilities, "invite") && workspaceId !== undefined && <Invitations workspaceId={workspaceId} />}
      {pending.length > 0 && (
        <>
          <h3 className={styles.sub}>
            <Trans>From imports</Trans> <span>{pending.length.toLocaleString("en")}</span>
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
      {asked && <Question asked={asked} workspace={workspace} onConfirm={confirmed} onCancel={() => setAsked(null)} />}
    </section>
  );
}

interface QuestionProps {
  asked: Asked;
  workspace: string;
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ asked, workspace, ...answers }: QuestionProps) {
  const name = memberName(asked.member);
  switch (asked.what) {
    case "leave":
      return (
        <ConfirmDialog
          open
          danger
          title={t`Leave ${workspace}?`}
          text={t`You'll need a new invitation to rejoin. Your comments and private tasks are kept.`}
          confirm={t`Leave workspace`}
          {...answers}
        />
      );
    case "remove":
      return (
        <ConfirmDialog
          open
          danger
          title={t`Remove ${name} from ${workspace}?`}
          text={t`They lose access immediately. Their comments and assignments are kept.`}
          confirm={t`Remove`}
          {...answers}
        />
      );
    case "stepDown":
      return (
        <ConfirmDialog
          open
          title={t`Stop being an owner?`}
          text={t`Only another owner can make you an owner again.`}
          confirm={asked.role === "admin" ? t`Become an admin` : t`Become a member`}
          {...answers}
        />
      );
  }
}
