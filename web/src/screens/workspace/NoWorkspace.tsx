import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense } from "react";
import { useParams } from "react-router";
import { useSession } from "@/api/session";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { laterComponent } from "@/lib/later";
import { useNavigate } from "@/lib/location";
import { findBySlug } from "@/lib/findBySlug";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./WorkspaceScreen.module.css";

const FactorNeeded = laterComponent(async () => (await import("./FactorNeeded")).FactorNeeded, { idle: false });

/** Shown if the address names a workspace that this person is not in, or cannot open without a second factor. */
export function NoWorkspace() {
  const { workspace: slug = "" } = useParams();
  const session = useSession();
  // Nodes of the previous version name no such workspaces.
  const waiting = session.status === "signedIn" && findBySlug(session.waiting ?? [], slug);
  if (!waiting) return <NotFound />;
  return (
    <Suspense>
      <FactorNeeded workspace={waiting} user={session.user} hasOthers={session.workspaces.length > 0} />
    </Suspense>
  );
}

function NotFound() {
  const navigate = useNavigate();
  return (
    <main className={styles.main} style={{ height: "100dvh" }}>
      <LeftBehind />
      <EmptyState
        alone
        title={t`Workspace not found`}
        actions={
          <Button variant="primary" onClick={() => navigate("/")}>
            <Trans>Go to your workspaces</Trans>
          </Button>
        }
      >
        <Trans>It doesn't exist, or isn't shared with you.</Trans>
      </EmptyState>
    </main>
  );
}
