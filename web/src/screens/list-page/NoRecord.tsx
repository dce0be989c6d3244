import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { useNavigate } from "@/lib/location";
import { paths, type Collection } from "@/lib/paths";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./ListPage.module.css";

/** Shown if the address names a component or a fix version that does not exist, or no longer does. */
export function NoRecord({ page }: { page: Collection }) {
  const { workspace: slug = "" } = useParams();
  const navigate = useNavigate();
  const isVersion = page === "version";
  return (
    <div className={styles.page}>
      <SyncBanner />
      <RefusedBanner />
      <EmptyState
        title={isVersion ? t`Version not found` : t`Component not found`}
        actions={
          <Button variant="primary" onClick={() => void navigate(paths.settings(slug, isVersion ? "versions" : "components"))}>
            {isVersion ? t`Show all versions` : t`Show all components`}
          </Button>
        }
      >
        <Trans>It was deleted, or the address is wrong.</Trans>
      </EmptyState>
    </div>
  );
}
