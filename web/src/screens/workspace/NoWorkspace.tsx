import { useNavigate } from "react-router";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./WorkspaceScreen.module.css";

/** The address names a workspace that this person is not in. */
export function NoWorkspace() {
  const navigate = useNavigate();
  return (
    <main className={styles.main} style={{ height: "100dvh" }}>
      <LeftBehind />
      <EmptyState
        title="There is no such workspace"
        actions={
          <Button variant="primary" onClick={() => void navigate("/")}>
            Go to your workspaces
          </Button>
        }
      >
        It does not exist, or is not shared with you.
      </EmptyState>
    </main>
  );
}
