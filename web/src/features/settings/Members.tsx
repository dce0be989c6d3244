import { Search, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { removeMember, setRole } from "@/actions/config";
import { leaveWorkspace } from "@/actions/leave";
import { may } from "@/actions/rights";
import { counted } from "@/lib/names";
import { openOverlay } from "@/lib/overlays";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { tell } from "@/ui/Toast";
import type { Member, Role } from "@/wire/generated";
import { Head } from "./Head";
import { MemberLine } from "./MemberLine";
import { castOf } from "./people";
import styles from "./Settings.module.css";

/** So many people are found at a glance. */
const AT_A_GLANCE = 8;

/** What is asked about before it is done: nothing of it can be taken back by whoever does it. */
type Asked = { what: "remove" | "leave"; member: Member } | { what: "stepDown"; member: Member; role: Role };

/** Who is in the workspace, and as what. */
export function Members() {
  const members = useTroupe((state) => state.members);
  const workspace = useTroupe((state) => state.workspace?.name ?? "");
  const presence = useTroupe((state) => state.presence);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  const [find, setFind] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const { active, pending } = useMemo(() => castOf(members, find), [members, find]);
  const here = useMemo(() => new Set(presence.map(({ userId }) => userId)), [presence]);

  const change = (member: Member, role: Role) => {
    if (role === member.role) return;
    if (member.id === mine?.id && mine.role === "owner") setAsked({ what: "stepDown", member, role });
    else void setRole(member.id, role);
  };
  const leave = async (member: Member) => {
    if (!(await leaveWorkspace(member.id))) return;
    await navigate("/");
    tell({ text: `You left ${workspace}` });
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
    <section className={styles.section} aria-label="Members">
      <Head
        title="Members"
        text="Members work on all shared tasks and lists. Admins also change statuses, the workspace and who is in it. Owners also make admins and owners."
        action={
          may(mine?.role, "administer") && (
            <Button variant="primary" icon={UserPlus} onClick={() => openOverlay({ kind: "invite" })}>
              Invite people
            </Button>
          )
        }
      />
      {Object.keys(members).length > AT_A_GLANCE && (
        <label className={styles.find}>
          <Icon of={Search} size={14} />
          <input type="search" aria-label="Find people" placeholder="Find people" value={find} onChange={(event) => setFind(event.target.value)} />
        </label>
      )}
      <table className={styles.table} aria-label="People in the workspace">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={styles.roomy}>
              Joined
            </th>
            <th scope="col">Role</th>
            <th scope="col">
              <span className={styles.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{active.map(line)}</tbody>
      </table>
      {active.length === 0 && <p className={styles.nobody}>Nobody here is called “{find.trim()}”.</p>}
      {pending.length > 0 && (
        <>
          <h3 className={styles.sub}>
            From imports <span>{pending.length.toLocaleString("en")}</span>
          </h3>
          <p className={styles.hint}>
            {counted(pending.length, "person", "people")} that imported tasks name. They are not in the workspace and see nothing of it.
          </p>
          <table className={styles.table} aria-label="People from imports">
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
          title={`Leave ${workspace}?`}
          text="You come back by a new invitation alone. What you wrote stays, and so do your private tasks."
          confirm="Leave workspace"
          {...answers}
        />
      );
    case "remove":
      return (
        <ConfirmDialog
          open
          danger
          title={`Remove ${name} from ${workspace}?`}
          text="They are shown out at once. What they wrote and what is assigned to them stays."
          confirm="Remove"
          {...answers}
        />
      );
    case "stepDown":
      return (
        <ConfirmDialog
          open
          title="Stop being an owner?"
          text="Only another owner can make you one again."
          confirm={`Become ${asked.role === "admin" ? "an admin" : "a member"}`}
          {...answers}
        />
      );
  }
}
