import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { loadSprintDays, loadVelocity } from "@/api/sprints";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { SegmentedControl } from "@/ui/Segmented";
import type { Sprint } from "@/wire/generated";
import type { SprintDay, SprintVelocity } from "@/wire/http.generated";
import { BurndownChart } from "./BurndownChart";
import { amountNow, burndown, utcToday } from "@/fields/burndown";
import styles from "./Sprint.module.css";
import { Velocity } from "./Velocity";

type Loaded = { is: "loading" } | { is: "failed" } | { is: "loaded"; days: readonly SprintDay[]; sprints: readonly SprintVelocity[] };

/** How often the stored figures are asked for while the page is open. Today's figures are the page's own. */
const everyMs = 5 * 60_000;

function useFigures(sprintId: string): [Loaded, () => void] {
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const live = useTroupe((state) => state.connection === "live");
  const [loaded, setLoaded] = useState<Loaded>({ is: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (workspaceId === undefined || !live) return;
    const abort = new AbortController();
    const load = () =>
      Promise.all([loadSprintDays(workspaceId, sprintId, abort.signal), loadVelocity(workspaceId, abort.signal)]).then(
        ([{ days }, { sprints }]) => abort.signal.aborted || setLoaded({ is: "loaded", days, sprints }),
        () => abort.signal.aborted || setLoaded((before) => (before.is === "loaded" ? before : { is: "failed" })),
      );
    void load();
    const timer = setInterval(() => void load(), everyMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [workspaceId, sprintId, live, tries]);
  return [loaded, () => setTries(tries + 1)];
}

/** The burndown of a sprint, and the velocity of the sprints that were completed last. */
export function SprintFigures({ of: sprint }: { of: Sprint }) {
  const [loaded, again] = useFigures(sprint.id);
  const away = useTroupe((state) => state.connection === "offline");
  const tickets = useTroupe((state) => state.tickets);
  const statuses = useTroupe((state) => state.statuses);
  const estimate = useTroupe((state) => {
    const id = state.workspace?.estimateId;
    return id ? state.attributes[id] : undefined;
  });
  const [counts, setCounts] = useState<"tasks" | "points">("points");
  const estimateId = counts === "points" ? (estimate?.id ?? null) : null;
  const unit = estimateId === null ? t`Tasks` : (estimate?.name ?? "");
  if (loaded.is === "failed")
    return (
      <p className={styles.failed}>
        <Trans>The figures could not be loaded.</Trans>
        <Button onClick={again}><Trans>Try again</Trans></Button>
      </p>
    );
  if (loaded.is === "loading")
    return (
      <div className={styles.figures}>
        <div className={styles.chart}>
          <div className={styles.heading}>
            <h2><Trans>Burndown</Trans></h2>
          </div>
          <p className={cx(styles.note, styles.loading)} role="status">{away ? t`The figures load when you reconnect.` : t`Loading the figures…`}</p>
        </div>
      </div>
    );
  const now = amountNow({ tickets, statuses }, sprint.id, estimateId);
  const days = burndown(sprint, loaded.days, { today: utcToday(), now, estimateId });
  return (
    <div className={styles.figures}>
      <div className={styles.chart}>
        <div className={styles.heading}>
          <h2><Trans>Burndown</Trans></h2>
          {estimate && (
            <SegmentedControl
              name={t`Count`}
              options={[
                { id: "tasks", name: t`Tasks` },
                { id: "points", name: estimate.name },
              ]}
              value={counts}
              onChange={setCounts}
            />
          )}
        </div>
        {days.length === 0 ? (
          <p className={styles.note}><Trans>The burndown begins when the sprint starts.</Trans></p>
        ) : (
          <BurndownChart days={days} endDate={sprint.endDate} unit={unit} />
        )}
      </div>
      <Velocity of={loaded.sprints.filter((each) => each.estimateId === estimateId)} unit={unit} />
    </div>
  );
}
