import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { Suspense, useMemo, useRef, useState } from "react";
import { useMay } from "@/actions/useMay";
import { laterComponent } from "@/lib/later";
import { NavLink } from "@/lib/location";
import { paths } from "@/lib/paths";
import { withRules } from "@/sync/kinds/kinds";
import { activeListsInOrder, groupsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import type { List } from "@/wire/generated";
import { ListLine } from "./ListLine";
import type { NewListProps } from "./NewList";
import styles from "./Sidebar.module.css";
import { treeOf } from "./tree";

/** Many workspaces have no groups. */
const Groups = laterComponent(async () => (await import("./Groups")).Groups);
/** The field for a new list appears when a person asks for it. */
const NewList = laterComponent<NewListProps>(async () => (await import("./NewList")).NewList);
const DeleteListDialog = laterComponent(() => withRules(async () => (await import("./DeleteListDialog")).DeleteListDialog));

interface ListsProps {
  slug: string;
  counts: Readonly<Record<string, number>>;
  adding: boolean;
  onAdding: (adding: boolean) => void;
}

/** The lists of the workspace; the suggested ones come last. */
export function Lists({ slug, counts, adding, onAdding }: ListsProps) {
  const mayAdd = useMay("createLists");
  const lists = useTroupe((state) => state.lists);
  const [deleting, setDeleting] = useState<List | null>(null);
  const groups = useTroupe((state) => state.groups);
  const heading = useRef<HTMLHeadingElement>(null);
  const { own, suggested, tree } = useMemo(() => {
    const sorted = activeListsInOrder({ lists });
    const own = sorted.filter((list) => !list.suggested);
    return { own, suggested: sorted.filter((list) => list.suggested), tree: treeOf(own, groupsInOrder({ groups })) };
  }, [lists, groups]);

  const line = (list: List, among: readonly List[], groupId?: null) => (
    <ListLine
      key={list.id}
      slug={slug}
      list={list}
      count={counts[list.id] ?? 0}
      among={among}
      {...(groupId === null && { groupId })}
      onDelete={() => setDeleting(list)}
    />
  );

  return (
    <>
      {(mayAdd || own.length > 0 || tree.groups.length > 0) && (
        <h4 ref={heading} className={styles.heading}>
          <NavLink to={paths.collection(slug, "lists")} className={styles.all}><Trans>Lists</Trans></NavLink>
          {mayAdd && <IconButton icon={Plus} name={t`New list`} keys="Shift+L" size="xs" onClick={() => onAdding(true)} />}
        </h4>
      )}
      {tree.lists.map((list) => line(list, tree.lists, null))}
      <Suspense>{mayAdd && adding && <NewList slug={slug} onDone={() => onAdding(false)} />}</Suspense>
      {tree.groups.length > 0 && (
        <Suspense>
          <Groups slug={slug} nodes={tree.groups} counts={counts} heading={heading} onDelete={setDeleting} />
        </Suspense>
      )}
      {suggested.length > 0 && <h4 className={styles.heading}><Trans>Suggested</Trans></h4>}
      {suggested.map((list) => line(list, suggested))}
      <Suspense>
      {deleting && (
        <DeleteListDialog
          list={deleting}
          others={[...own, ...suggested].filter((list) => list.id !== deleting.id)}
          open={counts[deleting.id] ?? 0}
          onClose={() => setDeleting(null)}
        />
      )}
      </Suspense>
    </>
  );
}
