import { useNavigate } from "react-router";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./NotFoundScreen.module.css";

/** An address that leads nowhere, or to something that is not for this person: one answer for both. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <main className={styles.page}>
      <EmptyState
        title="There is nothing here"
        actions={
          <Button variant="primary" onClick={() => void navigate("/")}>
            Go to Troupe
          </Button>
        }
      >
        The address is wrong, or what it led to is gone or not shared with you.
      </EmptyState>
    </main>
  );
}
