import { plural, t } from "@lingui/core/macro";
import { StarButton } from "@/actions/StarButton";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { ListPicture } from "@/ui/Label";
import type { ListEntry } from "./allLists";
import styles from "./AllLists.module.css";

interface AllListsProps {
  slug: string;
  entries: readonly ListEntry[];
  /** The open tasks of each list. */
  counts: Readonly<Record<string, number>>;
  /** The lists with unread tasks. */
  unread: ReadonlySet<string>;
}

/** The lists with their descriptions, their groups and the numbers of their open tasks. */
export function AllLists({ slug, entries, counts, unread }: AllListsProps) {
  const restricted = useTroupe(restrictedLists);
  return (
    <ul className={styles.lists} aria-label={t`All lists`}>
      {entries.map(({ list, groups }) => {
        const count = counts[list.id] ?? 0;
        return (
          <li key={list.id} className={styles.line}>
            <StarButton place={{ kind: "list", id: list.id }} of={list.name} />
            <ListPicture hue={list.color} outline={list.suggested} icon={list.icon} restricted={restricted.has(list.id)} />
            <Link to={paths.list(slug, list.id)} className={styles.name} dir="auto" title={[list.name, list.description].filter(Boolean).join("\n")}>
              {list.name}
            </Link>
            {unread.has(list.id) && <span className={styles.unread} role="img" aria-label={t`Unread tasks`} title={t`Unread tasks`} />}
            <span className={styles.about} dir="auto" title={list.description}>{list.description}</span>
            {groups.length > 0 && <span className={styles.groups} dir="auto">{groups.join(" / ")}</span>}
            <span className={styles.count}>{plural(count, { one: "# open task", other: "# open tasks" })}</span>
          </li>
        );
      })}
    </ul>
  );
}
