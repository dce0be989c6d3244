import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/actions/useMay";
import { tellFailure } from "@/actions/tellFailure";
import { auditFile } from "@/api/audit";
import { saveFile } from "@/lib/saveFile";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { SkeletonRows } from "@/ui/Skeleton";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "./AuditLog.module.css";
import { AuditLine } from "./AuditLine";
import { filterOf, Filters, unfiltered } from "./Filters";
import { Retention } from "./Retention";
import { useAuditLog } from "./useAuditLog";

/** The audit log of the workspace, for people who may read it. */
export function AuditLog() {
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const allowed = useMay("readAudit");
  return (
    <section className={settings.section}>
      <Head
        title={t`Audit log`}
        text={<Trans>Shows who joined or left, and who changed roles, invitations or ways to log in. No one can change these records.</Trans>}
      />
      {workspaceId !== undefined && allowed && <Records workspaceId={workspaceId} />}
      {!allowed && <p className={settings.empty}><Trans>Only owners can read the audit log.</Trans></p>}
    </section>
  );
}

function Records({ workspaceId }: { workspaceId: string }) {
  const members = useTroupe((state) => state.members);
  const roles = useTroupe((state) => state.roles);
  const [chosen, setChosen] = useState(unfiltered);
  const filter = filterOf(chosen);
  const { records, keeping, next, problem, busy, more, again } = useAuditLog(workspaceId, filter);
  const person = (id: string) => {
    const member = members[id];
    return member === undefined ? t`Someone` : memberName(member);
  };
  const save = async (format: "csv" | "json") => {
    try {
      saveFile(await auditFile(workspaceId, filter, format), `audit-log.${format}`);
    } catch (thrown) {
      tellFailure(thrown, () => save(format));
    }
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div className={styles.bar}>
        <Filters chosen={chosen} onChange={setChosen} />
        <div className={styles.files}>
          <Button size="sm" aria-label={t`Export as CSV`} onClick={() => void save("csv")}>
            <Icon of={Download} size={14} />
            <Trans>CSV</Trans>
          </Button>
          <Button size="sm" aria-label={t`Export as JSON`} onClick={() => void save("json")}>
            <Icon of={Download} size={14} />
            <Trans>JSON</Trans>
          </Button>
        </div>
      </div>
      {records !== null && records.length > 0 && (
        <table className={styles.table} aria-label={t`Audit log`}>
          <thead>
            <tr>
              <th scope="col" className={styles.when}><Trans>Time</Trans></th>
              <th scope="col" className={styles.who}><Trans>Person</Trans></th>
              <th scope="col"><Trans>What happened</Trans></th>
              <th scope="col" className={styles.where}><Trans>From</Trans></th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <AuditLine key={record.id} record={record} names={{ person, roles }} />
            ))}
          </tbody>
        </table>
      )}
      {records === null && problem === null && <SkeletonRows count={8} />}
      {records?.length === 0 && (
        <p className={settings.empty}>{isFiltered ? <Trans>No records match these filters.</Trans> : <Trans>There are no records yet.</Trans>}</p>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
          <Button size="sm" onClick={again}><Trans>Try again</Trans></Button>
        </p>
      )}
      {next !== null && problem === null && (
        <div className={styles.more}>
          <Button disabled={busy} onClick={more}><Trans>Show older records</Trans></Button>
        </div>
      )}
      {keeping !== null && (
        <Retention key={keeping.keepDays} workspaceId={workspaceId} days={keeping.keepDays} mayChange={keeping.mayKeep} onSaved={again} />
      )}
    </>
  );
}
