import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useParams } from "react-router";
import { roleName } from "@/actions/roleWords";
import { useMay } from "@/actions/useMay";
import { jobOf } from "@/fields/job";
import { faceOf } from "@/fields/people";
import { Link } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById, SyncState } from "@/sync/types";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import type { Member, RoleRecord, Ticket } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { RecentActivity } from "./RecentActivity";
import styles from "./Records.module.css";
import { WorkloadBars } from "./WorkloadBars";

/** What stands above the tasks of a person: who they are, and whether they are here. */
export function PersonHead({ of: member, hrefOf }: { of: Member; hrefOf: (ticketId: string) => string }) {
  const { workspace: slug = "" } = useParams();
  const records = useTroupe((state) => state.roles);
  const name = memberName(member);
  const job = jobOf(member);
  const mayAssign = useMay("createTickets") && member.state === "active";
  const count = (test: (ticket: Ticket) => boolean) => (state: Pick<SyncState, "tickets">) => rowsOf(state.tickets).reduce((sum, ticket) => sum + Number(!ticket.trashedAt && test(ticket)), 0);
  const open = useTroupe(count((ticket) => !ticket.completed && ticket.assigneesIds.includes(member.id)));
  const created = useTroupe(count(({ createdUserId }) => createdUserId === member.id));
  const completed = useTroupe(count((ticket) => ticket.completed && ticket.completedByUserId === member.id));
  const all = paths.collection(slug, "all");
  return (
    <section className={styles.head} aria-label={t`Person`}>
      <div className={styles.person}>
        <Avatar person={faceOf(member)} size={32} decorative />
        <div>
          <p className={styles.facts}>
            <Link className={styles.up} to={paths.settings(slug, "users")}>{t`People`}</Link>
            <span className={styles.phase} dir="auto">{name}</span>
            {job !== "" && <span dir="auto">{job}</span>}
            <span>{stateOf(member, records)}</span>
            {member.state === "active" && <Presence userId={member.id} />}
            <span>{plural(open, { one: "# open task", other: "# open tasks" })}</span>
            {created > 0 && <Link className={styles.up} to={`${all}?creator=${member.id}`}>{t`${shownNumber(created)} created`}</Link>}
            {completed > 0 && <Link className={styles.up} to={`${all}?completed-by=${member.id}`}>{t`${shownNumber(completed)} completed`}</Link>}
          </p>
        </div>
        {mayAssign && (
          <Button size="sm" icon={Plus} className={styles.assign} onClick={() => openOverlay({ kind: "newTicket" })}>
            <Trans>Assign a task</Trans>
          </Button>
        )}
      </div>
      {open > 0 && <WorkloadBars userId={member.id} />}
      <RecentActivity key={member.id} userId={member.id} hrefOf={hrefOf} />
    </section>
  );
}

function stateOf(member: Member, records: ById<RoleRecord>): string {
  // Rows stored by a build without workspace keys have no `apiKey`.
  if ((member.apiKey ?? null) !== null) return t`Workspace API key`;
  if (member.state === "active") return roleName(records, member.role);
  if (member.deactivatedAt === null) return t`Not in this workspace`;
  return member.secondFactorMissing ? t`No two-factor authentication` : t`Deactivated`;
}

/** Whether a person has the workspace open now. The person who looks is here. */
function Presence({ userId }: { userId: string }) {
  const state = useTroupe(({ presence, me }) => {
    const tabs = presence.filter((tab) => tab.userId === userId);
    if (tabs.some((tab) => tab.state !== "away") || userId === me) return "here";
    return tabs.length > 0 ? "away" : "gone";
  });
  if (state === "here") return <span className={styles.here}><Trans>Online</Trans></span>;
  return <span>{state === "away" ? t`Away` : t`Offline`}</span>;
}
