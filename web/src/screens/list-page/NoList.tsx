import { useNavigate, useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { paths } from "@/lib/paths";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./ListPage.module.css";

/** The address names a list that is not there, or not any more. */
export function NoList() {
  const { workspace: slug = "" } = useParams();
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <SyncBanner />
      {/* Whoever comes back to a list that was deleted may have written in it. */}
      <RefusedBanner />
      <EmptyState
        title="There is no such list"
        actions={
          <Button variant="primary" onClick={() => void navigate(paths.collection(slug, "all"))}>
            Show all tasks
          </Button>
        }
      >
        Somebody may have deleted it. Its tasks are still among all tasks.
      </EmptyState>
    </div>
  );
}
