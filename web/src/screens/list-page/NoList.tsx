import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./ListPage.module.css";

/** Shown if the address names a list that does not exist, or no longer does. */
export function NoList() {
  const { workspace: slug = "" } = useParams();
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <SyncBanner />
      {/* A person who comes back to a deleted list may have unsaved edits in it. */}
      <RefusedBanner />
      <EmptyState
        title={t`List not found`}
        actions={
          <Button variant="primary" onClick={() => navigate(paths.collection(slug, "all"))}>
            <Trans>Show all tasks</Trans>
          </Button>
        }
      >
        <Trans>It was deleted, or it is not shared with you.</Trans>
      </EmptyState>
    </div>
  );
}
