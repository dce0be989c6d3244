import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { useParams } from "react-router";
import { setArchived } from "@/actions/groups";
import { useMayIn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { formatInstant } from "@/lib/instant";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { restrictedLists } from "@/sync/homes";
import { listsInOrder } from "@/sync/selectors";
import { rowsOf } from "@/sync/tables/tableCopy";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ListPicture } from "@/ui/Label";
import type { List } from "@/wire/generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "./Archive.module.css";

/** The archived lists that the person sees, the last archived one first. */
export function ArchivedLists() {
  const lists = useTroupe((state) => state.lists);
  const tickets = useTroupe((state) => state.tickets);
  const archived = listsInOrder({ lists })
    .filter(({ archivedAt }) => Boolean(archivedAt))
    .toSorted((a, b) => ((a.archivedAt ?? "") < (b.archivedAt ?? "") ? 1 : -1));
  const counts = useMemo(() => {
    const counted: Record<string, number> = {};
    for (const { trashedAt, lists: places } of rowsOf(tickets)) {
      if (trashedAt === null) for (const { listId } of places) counted[listId] = (counted[listId] ?? 0) + 1;
    }
    return counted;
  }, [tickets]);
  return (
    <section className={settings.section} aria-label={t`Archived lists`}>
      <Head title={t`Archived lists`} text={t`Archived lists are out of the sidebar and of pickers. Their tasks can be read and commented on, and don't change.`} />
      {archived.length > 0 ? (
        <table className={cx(settings.table, styles.table)} aria-label={t`Archived lists`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={styles.since}><Trans>Archived</Trans></th>
              <th scope="col" className={settings.number}><Trans>Tasks</Trans></th>
              <th scope="col" className={styles.actions}>
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {archived.map((list) => (
              <ArchivedLine key={list.id} list={list} tasks={counts[list.id] ?? 0} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className={settings.empty}><Trans>No list is archived. Archive a list with its menu in the sidebar.</Trans></p>
      )}
    </section>
  );
}

function ArchivedLine({ list, tasks }: { list: List; tasks: number }) {
  const { workspace: slug = "" } = useParams();
  const mayEdit = useMayIn("editLists", list.id);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  return (
    <tr>
      <td className={styles.name}>
        <Link to={paths.list(slug, list.id)}>
          <ListPicture hue={list.color} outline={list.suggested} icon={list.icon} restricted={restricted} />
          <span dir="auto">{list.name}</span>
        </Link>
      </td>
      <td className={styles.since}>{list.archivedAt && formatInstant(list.archivedAt)}</td>
      <td className={settings.number}>{tasks}</td>
      <td className={styles.actions}>{mayEdit && <Button aria-label={t`Bring “${list.name}” back`} onClick={() => void setArchived(list.id, list.name, false)}>{t`Bring back`}</Button>}</td>
    </tr>
  );
}
