import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import type { SprintVelocity } from "@/wire/http.generated";
import { shownAmount } from "./amounts";
import styles from "./Sprint.module.css";

/** How much each of the sprints that were completed last has done, newest first, and the mean. */
export function Velocity({ of: sprints, unit }: { of: readonly SprintVelocity[]; unit: string }) {
  const { workspace: slug = "" } = useParams();
  const rows = useTroupe((state) => state.sprints);
  const known = sprints.filter(({ sprintId }) => rows[sprintId] !== undefined);
  const most = Math.max(1, ...known.map(({ done, planned }) => Math.max(done, planned)));
  const mean = (of: (each: SprintVelocity) => number) => known.reduce((sum, each) => sum + of(each), 0) / Math.max(known.length, 1);
  const [meanPlanned, meanDone] = [mean(({ planned }) => planned), mean(({ done }) => done)];
  return (
    <div className={styles.velocity}>
      <h2><Trans>Velocity</Trans></h2>
      {known.length === 0 ? (
        <p className={styles.note}><Trans>No sprint is completed yet.</Trans></p>
      ) : (
        <table className={styles.speeds} aria-label={t`Velocity`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Sprint</Trans></th>
              <th scope="col"><Trans>Planned</Trans></th>
              <th scope="col"><Trans>Done</Trans></th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ sprintId, planned, done }) => (
              <tr key={sprintId}>
                <th scope="row">
                  <Link className={styles.name} to={paths.record(slug, "sprint", sprintId)} dir="auto">{rows[sprintId]?.name}</Link>
                  <span className={styles.track} aria-hidden="true">
                    <span className={styles.done} style={{ width: `${(100 * Math.max(done, 0)) / most}%` }} />
                  </span>
                </th>
                <td>{shownAmount(planned)}</td>
                <td>{shownAmount(done)}</td>
              </tr>
            ))}
          </tbody>
          {known.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{t`Mean (${unit})`}</th>
                <td>{shownAmount(meanPlanned)}</td>
                <td>{shownAmount(meanDone)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </div>
  );
}
