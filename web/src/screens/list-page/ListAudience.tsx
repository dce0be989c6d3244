import { t } from "@lingui/core/macro";
import { AudiencePopover, useAudience } from "@/fields/Audience";
import { AvatarStack } from "@/ui/Avatar";
import styles from "./ListPage.module.css";

/** The faces of the people with whom a restricted list is shared, and their names in a popover. */
export function ListAudience({ listId }: { listId: string }) {
  const { text, people } = useAudience(listId);
  return (
    <AudiencePopover
      people={people}
      trigger={
        <button type="button" className={styles.audience} aria-label={t`Visible to: ${text}`}>
          <AvatarStack people={people} size={20} />
        </button>
      }
    />
  );
}
