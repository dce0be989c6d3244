import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileUp, Plus } from "lucide-react";
import { useMayAddIn, useMayIn } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import type { Collection } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import type { Place } from "@/fields/arrange/place";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";

const words = {
  get mine() {
    return t`Open tasks that are assigned to you appear here.`;
  },
  get created() {
    return t`You haven't created any tasks yet.`;
  },
  get completed() {
    return t`Tasks that you complete appear here, the latest first.`;
  },
  get subscribed() {
    return t`Tasks that you create, comment on, are assigned to, or subscribe to appear here. Muted tasks are left out.`;
  },
  get private() {
    return t`Only you can see these tasks. Even owners of the workspace can't see them.`;
  },
  get trash() {
    return t`Trashed tasks stay here for 30 days. Then they are deleted permanently.`;
  },
} as const;

interface EmptyPlaceProps {
  place: Place;
  /** The name of the place. */
  name: string;
  /** True if the place has tickets, but the filters hide all of them. */
  filtered: boolean;
  onClearFilters: () => void;
}

/** Explains why the place is empty, and offers one action. */
export function EmptyPlace({ place, name, filtered, onClearFilters }: EmptyPlaceProps) {
  const mayAdd = useMayAddIn(place);
  const mayImport = useMayIn("import", place.listId) && (place.collection === "list" || place.collection === "all");
  if (filtered)
    return (
      <EmptyState
        title={t`No matches`}
        actions={
          <Button variant="primary" onClick={onClearFilters}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>No tasks match your filters.</Trans>
      </EmptyState>
    );
  const { collection, listId } = place;
  if (collection === "trash") return <EmptyState title={t`The trash is empty`}>{words.trash}</EmptyState>;
  return (
    <EmptyState
      title={t`No tasks yet`}
      actions={
        <>
          {mayAdd && (
            <Button
              variant="primary"
              icon={Plus}
              keys="N"
              onClick={() => openOverlay({ kind: "newTicket", ...(listId !== null && { listId }), ...(collection === "private" && { private: true }) })}
            >
              <Trans>New task</Trans>
            </Button>
          )}
          {mayImport && (
            <Button icon={FileUp} onClick={() => openOverlay({ kind: "import" })}>
              <Trans>Import</Trans>
            </Button>
          )}
        </>
      }
    >
      {sentenceOf(collection, name, mayAdd, mayImport)}
    </EmptyState>
  );
}

/** What the page says about a place without tasks. It names only what this person may do. */
function sentenceOf(collection: Exclude<Collection, "trash">, name: string, mayAdd: boolean, mayImport: boolean): string {
  if (collection === "person") return t`Open tasks that are assigned to ${name} appear here.`;
  if (isRecordPage(collection)) return t`Tasks of ${name} appear here.`;
  if (collection !== "list" && collection !== "all") return words[collection];
  if (collection === "all") return mayAdd ? (mayImport ? t`Add your first task, or import your existing tasks.` : t`Add your first task.`) : t`Tasks in the lists that you can see appear here.`;
  if (!mayAdd) return t`Tasks in ${name} appear here.`;
  return mayImport ? t`Add the first task to ${name}, or import your existing tasks.` : t`Add the first task to ${name}.`;
}
