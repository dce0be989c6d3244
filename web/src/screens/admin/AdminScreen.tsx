import { ArrowLeft, CloudOff } from "lucide-react";
import { useNavigate } from "react-router";
import { Charts } from "@/features/admin/Charts";
import { Nodes } from "@/features/admin/Nodes";
import { formatBytes } from "@/features/admin/series";
import { useOverview } from "@/features/admin/useOverview";
import { Workspaces } from "@/features/admin/Workspaces";
import { formatInstant } from "@/lib/instant";
import { counted } from "@/lib/names";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { IconButton } from "@/ui/IconButton";
import { SkeletonRows } from "@/ui/Skeleton";
import styles from "./AdminScreen.module.css";

/** The instance, live, for whoever looks after it. */
export function AdminScreen() {
  const navigate = useNavigate();
  const { overview, samples, problem, forbidden } = useOverview();
  const leave = () => void navigate("/");
  if (forbidden)
    return (
      <main className={styles.page}>
        <EmptyState title="This page is for the owner of the instance" actions={<Button onClick={leave}>Go to Troupe</Button>}>
          Who that is, is set where Troupe runs.
        </EmptyState>
      </main>
    );
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={ArrowLeft} name="Back to the workspace" onClick={leave} />
        <h1>Instance</h1>
      </header>
      {problem !== null && (
        <Banner tone="warning" icon={CloudOff} title={overview ? `Last heard ${formatInstant(overview.at)}.` : "Nothing heard yet."}>
          {problem} Asking again every two seconds.
        </Banner>
      )}
      {overview === null ? (
        problem === null && <SkeletonRows count={6} />
      ) : (
        <div className={styles.body}>
          <p className={styles.totals}>
            {[
              counted(overview.totals.people, "account"),
              counted(overview.totals.sessions, "sign-in"),
              counted(overview.totals.workspaces, "workspace"),
              counted(overview.totals.events, "event"),
              `${formatBytes(overview.totals.bytes)} of database`,
            ].join(", ")}
          </p>
          <Charts samples={samples} />
          <h2>{counted(overview.nodes.length, "node")}</h2>
          <Nodes nodes={overview.nodes} samples={samples} here={overview.node} at={overview.at} />
          <h2>
            Workspaces
            {overview.totals.workspaces > overview.workspaces.length && (
              <span className={styles.quiet}> the {overview.workspaces.length} with the most events</span>
            )}
          </h2>
          <Workspaces workspaces={overview.workspaces} />
        </div>
      )}
    </main>
  );
}
