import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { openList, restrictList, shareList, unshareList } from "@/actions/lists";
import { copy } from "@/actions/copy";
import { useTarget } from "@/actions/target";
import { useMayIn } from "@/actions/useMay";
import { lastView, namingView, usualView } from "@/actions/usualView";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useLast } from "@/lib/useLast";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import type { Level, List } from "@/wire/generated";
import { AddPeople } from "./AddPeople";
import { Consequence, type Step } from "./Consequence";
import { People } from "./People";
import styles from "./Sharing.module.css";
import { WhoSees } from "./WhoSees";

interface ShareDialogProps {
  slug: string;
  workspace: { name: string };
}

/** How long a list may be gone before the dialog closes. */
const goneMs = 1000;

/** Who sees a list: everyone in the workspace, or the people who are named here. */
export function ShareDialog(props: ShareDialogProps) {
  const listId = useOverlay(({ overlay }) => (overlay?.kind === "share" ? overlay.listId : null));
  const list = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const last = useLast(list ?? null);
  // The list was deleted, or is no longer shared with this person. A list that is opened is gone for a moment as well: its
  // two scopes tell of it one after the other.
  const isGone = listId !== null && !list;
  useEffect(() => {
    if (!isGone) return undefined;
    const timer = setTimeout(closeOverlay, goneMs);
    return () => clearTimeout(timer);
  }, [isGone]);
  return last?.id === listId ? <Sharing key={last.id} {...props} list={last} /> : null;
}

function Sharing({ slug, workspace, list }: ShareDialogProps & { list: List }) {
  const [step, setStep] = useState<Step | null>(null);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const mayShare = useMayIn("restrictLists", list.id);
  const me = useTroupe((state) => state.me);
  const done = () => setStep(null);
  const take = ({ is }: Step) => {
    done();
    if (is === "restrict") void restrictList(list.id);
    else if (is === "open") void openList(list.id);
    else if (me !== null) void unshareList(list.id, me);
  };
  const setLevel = (userId: string, level: Level) => void shareList(list.id, [userId], level);
  const path = paths.list(slug, list.id);
  // The filters of the shown list are part of its link.
  const isShown = location.pathname === path;
  const shown = useTarget((target) => target.view);
  const view = useTroupe((state) => lastView(list.id) ?? usualView(state));
  const link = `${location.origin}${path}${isShown ? namingView(location.search, shown ?? view) : namingView("", view)}`;
  if (step !== null)
    return <Consequence list={list} step={step} onCancel={done} onConfirm={() => take(step)} />;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && closeOverlay()}
      title={t`Share “${list.name}”`}
      actions={
        <div className={styles.foot}>
          <Button variant="ghost" icon={Link2} onClick={() => copy([link], t`Link copied`)}>
            <Trans>Copy link</Trans>
          </Button>
          {restricted && (
            <span className={styles.hint}>
              <Trans>Opens only for people with access</Trans>
            </span>
          )}
          <span className={styles.space} />
          <Button onClick={closeOverlay}>
            <Trans>Done</Trans>
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        {restricted && mayShare && <AddPeople listId={list.id} onAdd={(userIds, level) => void shareList(list.id, userIds, level)} />}
        <WhoSees listId={list.id} restricted={restricted} workspace={workspace.name} mayChange={mayShare} onChange={(is) => setStep({ is })} />
        {restricted && (
          <People
            listId={list.id}
            mayShare={mayShare}
            onLevel={setLevel}
            onRemove={(userId) => (userId === me ? setStep({ is: "leave" }) : void unshareList(list.id, userId))}
          />
        )}
      </div>
    </Dialog>
  );
}
