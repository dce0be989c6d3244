import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Archive } from "lucide-react";
import { setArchived } from "@/actions/groups";
import { useMayIn } from "@/actions/useMay";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { List } from "@/wire/generated";
import styles from "./Lists.module.css";

/** What the head of a list's page says: that the list is archived, and what the list is for. */
export function ListHead({ list }: { list: List }) {
  const mayEdit = useMayIn("editLists", list.id);
  return (
    <>
      {list.archivedAt && (
        <div className={styles.archived} role="status">
          <Icon of={Archive} />
          <p><Trans>This list is archived. Its tasks can be read and commented on, and don't change.</Trans></p>
          {mayEdit && <Button onClick={() => void setArchived(list.id, list.name, false)}>{t`Bring back`}</Button>}
        </div>
      )}
      {list.description && (
        <p className={styles.about} dir="auto">
          {list.description}
        </p>
      )}
    </>
  );
}
