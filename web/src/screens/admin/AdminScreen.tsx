import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeft, CloudOff } from "lucide-react";
import { Charts } from "@/features/admin/Charts";
import { Jobs } from "@/features/admin/Jobs";
import { Nodes } from "@/features/admin/Nodes";
import { formatBytes } from "@/features/admin/series";
import { useOverview } from "@/features/admin/useOverview";
import { Workspaces } from "@/features/admin/Workspaces";
import { formatInstant } from "@/lib/instant";
import { useNavigate } from "@/lib/location";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { IconButton } from "@/ui/IconButton";
import { SkeletonRows } from "@/ui/Skeleton";
import "@/ui/fonts.css";
import styles from "./AdminScreen.module.css";

/** The live figures of the instance, for its owner. */
export function AdminScreen() {
  const navigate = useNavigate();
  const { overview, jobs, samples, problem, forbidden, refresh } = useOverview();
  const leave = () => navigate("/");
  if (forbidden)
    return (
      <main className={styles.alone}>
        <EmptyState title={t`Only the instance owner can see this page`} actions={<Button onClick={leave}><Trans>Go to Troupe</Trans></Button>}>
          <Trans>The owner is set in the server configuration (TROUPE_INSTANCE_OWNER).</Trans>
        </EmptyState>
      </main>
    );
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={ArrowLeft} name={t`Back to the workspace`} onClick={leave} />
        <h1><Trans>Instance</Trans></h1>
      </header>
      {problem !== null && (
        <Banner tone="warning" icon={CloudOff} title={overview ? t`Last updated ${formatInstant(overview.at)}.` : t`No data yet.`}>
          <Trans>{problem} Retrying every two seconds.</Trans>
        </Banner>
      )}
      {overview === null ? (
        problem === null && <SkeletonRows count={6} />
      ) : (
        <div className={styles.body}>
          <p className={styles.totals}>
            {[
              plural(overview.totals.people, { one: "# account", other: "# accounts" }),
              plural(overview.totals.sessions, { one: "# session", other: "# sessions" }),
              plural(overview.totals.workspaces, { one: "# workspace", other: "# workspaces" }),
              plural(overview.totals.events, { one: "# event", other: "# events" }),
              t`${formatBytes(overview.totals.bytes)} database`,
            ].join(", ")}
          </p>
          <Charts samples={samples} />
          <h2>{plural(overview.nodes.length, { one: "# node", other: "# nodes" })}</h2>
          <Nodes nodes={overview.nodes} samples={samples} here={overview.node} at={overview.at} />
          <h2>
            <Trans>Workspaces</Trans>
            {overview.totals.workspaces > overview.workspaces.length && (
              <span className={styles.quiet}> <Trans>the {overview.workspaces.length} most active</Trans></span>
            )}
          </h2>
          <Workspaces workspaces={overview.workspaces} />
          {jobs && <Jobs jobs={jobs} at={overview.at} onChange={refresh} />}
        </div>
      )}
    </main>
  );
}
