import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { PanelLeft, Share2, UserPlus, type LucideIcon } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useMay } from "@/actions/useMay";
import { collectionIcons, recordIcons } from "@/lib/collections";
import { later, laterComponent, retryFailed, useUsable } from "@/lib/later";
import { openOverlay } from "@/lib/overlays";
import type { Collection, ViewKind } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import { toggleSidebar } from "@/lib/shell";
import { views } from "@/lib/views";
import type { Place } from "@/fields/arrange/place";
import { recordIn, recordName } from "@/fields/arrange/record";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ListDot, RestrictedMark } from "@/ui/Label";
import { ViewTabs } from "@/ui/ViewTabs";
import styles from "./ListPage.module.css";
import { favoriteAt, isShared, nameOf } from "./places";

const ListAudience = laterComponent(async () => (await import("./ListAudience")).ListAudience, { instead: () => null });

/** The star is loaded once the page is usable. */
const StarButton = laterComponent(async () => (await import("@/actions/StarButton")).StarButton, { instead: () => null });

const sharing = later(async () => (await import("./sharePlace")).sharePlace);

const pictures: Record<Exclude<Collection, "list">, LucideIcon> = { ...recordIcons, ...collectionIcons };

interface TopBarProps {
  place: Place;
  view: ViewKind;
  panelOpen: boolean;
  /** The id of the element that shows the view. */
  controls: string;
  stage: ReactNode;
  onView: (view: ViewKind) => void;
}

/** The top bar of a list page: the place, the views, and the people who are here. */
export function TopBar({ place, view, panelOpen, controls, stage, onView }: TopBarProps) {
  const list = useTroupe((state) => (place.listId === null ? undefined : state.lists[place.listId]));
  const restricted = useTroupe((state) => list !== undefined && restrictedLists(state).has(list.id));
  const mayInvite = useMay("invite");
  const key = useTroupe((state) => state.workspace?.key);
  const { collection } = place;
  const usable = useUsable((state) => state.usable);
  const record = useTroupe((state) => recordIn(state, place));
  const title = collection === "list" ? (list?.name ?? t`List`) : ((record && recordName(record)) ?? nameOf(collection));
  const isThere = collection === "list" ? list : isRecordPage(collection) ? record : true;
  const shared = key !== undefined && isShared(place);
  return (
    <header className={styles.top}>
      <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" className={styles.sidebar} onClick={() => toggleSidebar(panelOpen)} />
      {collection === "list" ? (
        list && <ListDot hue={list.color} outline={list.suggested} icon={list.icon} />
      ) : (
        <Icon of={pictures[collection]} className={styles.picture} />
      )}
      <h1 className={styles.title} dir="auto">{title}</h1>
      {restricted && <RestrictedMark />}
      <Suspense>{isThere && usable && <StarButton place={favoriteAt(place)} />}</Suspense>
      {collection !== "trash" && (
        <>
          <span className={styles.rule} />
          <ViewTabs name={t`View`} tabs={views} current={view} controls={controls} onChange={onView} />
        </>
      )}
      <span className={styles.space} />
      {stage}
      {(mayInvite || shared) && <span className={styles.rule} />}
      {mayInvite && <IconButton icon={UserPlus} className={styles.invite} name={t`Invite people`} keys="Shift+I" onClick={() => openOverlay({ kind: "invite" })} />}
      <Suspense>{list && restricted && <ListAudience listId={list.id} />}</Suspense>
      {/* The dialog of a list copies the link, too. */}
      {shared && (
        <Button
          icon={Share2}
          aria-label={t`Share`}
          onClick={() => (list ? openOverlay({ kind: "share", listId: list.id }) : void sharing.load().then((sharePlace) => sharePlace(key, place, view, title), retryFailed))}
        >
          <span className={styles.shareWord}><Trans>Share</Trans></span>
        </Button>
      )}
    </header>
  );
}
