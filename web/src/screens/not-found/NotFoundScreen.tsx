import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@/lib/location";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./NotFoundScreen.module.css";

/** Shown for an unknown address, and for a page that this person may not see: both get the same answer. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <main className={styles.page}>
      <EmptyState
        alone
        title={t`Page not found`}
        actions={
          <Button variant="primary" onClick={() => navigate("/")}>
            <Trans>Go to Troupe</Trans>
          </Button>
        }
      >
        <Trans>The address is wrong, or the page was deleted or isn't shared with you.</Trans>
      </EmptyState>
    </main>
  );
}
