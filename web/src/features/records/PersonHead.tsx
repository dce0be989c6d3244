import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";
import { roleName } from "@/actions/roleWords";
import { jobOf } from "@/fields/job";
import { faceOf } from "@/fields/people";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import { Avatar } from "@/ui/Avatar";
import type { Member, RoleRecord } from "@/wire/generated";
import styles from "./Records.module.css";

/** What stands above the tasks of a person: who they are, and whether they are here. */
export function PersonHead({ of: member }: { of: Member }) {
  const { workspace: slug = "" } = useParams();
  const records = useTroupe((state) => state.roles);
  const name = memberName(member);
  const job = jobOf(member);
  const open = useTroupe(({ tickets }) => rowsOf(tickets).reduce((sum, ticket) => sum + Number(!ticket.trashedAt && !ticket.completed && ticket.assigneesIds.includes(member.id)), 0));
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
          </p>
        </div>
      </div>
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
