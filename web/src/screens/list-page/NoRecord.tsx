import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { useNavigate } from "@/lib/location";
import { paths, type Collection } from "@/lib/paths";
import type { SettingsSection } from "@/lib/settingsSections";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./ListPage.module.css";

function wordsOf(page: Collection): { title: string; all: string; section: SettingsSection } {
  if (page === "version") return { title: t`Version not found`, all: t`Show all versions`, section: "versions" };
  if (page === "sprint") return { title: t`Sprint not found`, all: t`Show all sprints`, section: "sprints" };
  if (page === "person") return { title: t`Person not found`, all: t`Show all people`, section: "users" };
  return { title: t`Component not found`, all: t`Show all components`, section: "components" };
}

/** Shown if the address names a component, a fix version, a sprint or a person that does not exist, or no longer does. */
export function NoRecord({ page }: { page: Collection }) {
  const { workspace: slug = "" } = useParams();
  const navigate = useNavigate();
  const { title, all, section } = wordsOf(page);
  return (
    <div className={styles.page}>
      <SyncBanner />
      <RefusedBanner />
      <EmptyState
        title={title}
        actions={
          <Button variant="primary" onClick={() => navigate(paths.settings(slug, section))}>
            {all}
          </Button>
        }
      >
        {page === "person" ? t`This person is not in the workspace, or the address is wrong.` : t`It was deleted, or the address is wrong.`}
      </EmptyState>
    </div>
  );
}
