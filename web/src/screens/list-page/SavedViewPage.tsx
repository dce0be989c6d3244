import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { openedAt } from "@/features/toolbar/savedView";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { SkeletonPage } from "@/ui/Skeleton";
import styles from "./ListPage.module.css";

/** The address of a saved view: goes on to its place, with the settings that it holds now. */
export function SavedViewPage() {
  const { workspace: slug = "", viewId = "" } = useParams();
  const navigate = useNavigate();
  const fields = useFields();
  const config = useConfig();
  const view = useTroupe((state) => state.savedViews[viewId]);
  // A view of a list that is gone, or that the person no longer sees, shows nothing.
  const shown = view && (view.listId === null || config.lists[view.listId]) ? view : undefined;
  useEffect(() => {
    if (shown) navigate(openedAt(shown, slug, fields, config), { replace: true });
  }, [shown, slug, fields, config, navigate]);
  if (shown) return <SkeletonPage />;
  return (
    <div className={styles.page}>
      <SyncBanner />
      <RefusedBanner />
      <EmptyState
        title={t`View not found`}
        actions={
          <Button variant="primary" onClick={() => navigate(paths.collection(slug, "all"))}>
            <Trans>Show all tasks</Trans>
          </Button>
        }
      >
        <Trans>It was deleted, it belongs to someone else, or the address is wrong.</Trans>
      </EmptyState>
    </div>
  );
}
