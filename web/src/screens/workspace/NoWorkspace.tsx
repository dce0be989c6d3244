import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { useNavigate } from "@/lib/location";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./WorkspaceScreen.module.css";

/** Shown if the address names a workspace that this person is not in. */
export function NoWorkspace() {
  const navigate = useNavigate();
  return (
    <main className={styles.main} style={{ height: "100dvh" }}>
      <LeftBehind />
      <EmptyState
        title={t`Workspace not found`}
        actions={
          <Button variant="primary" onClick={() => void navigate("/")}>
            <Trans>Go to your workspaces</Trans>
          </Button>
        }
      >
        <Trans>It doesn't exist, or isn't shared with you.</Trans>
      </EmptyState>
    </main>
  );
}
