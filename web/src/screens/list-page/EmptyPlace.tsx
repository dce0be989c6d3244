import { FileUp, Plus } from "lucide-react";
import { openOverlay } from "@/lib/overlays";
import type { Place } from "@/sync/arrange/place";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";

const words = {
  all: "Add the first task of the workspace, or bring those you have from elsewhere.",
  mine: "Nobody has assigned a task to you.",
  created: "You have not written a task yet.",
  private: "Only you see what you put here.",
  trash: "What you put into the trash lies here until somebody deletes it for ever.",
} as const;

interface EmptyPlaceProps {
  place: Place;
  /** What the place is called. */
  name: string;
  /** There are tickets, but the filters let none through. */
  filtered: boolean;
  onClearFilters: () => void;
}

/** Why there is nothing to see, and the one thing to do about it. */
export function EmptyPlace({ place, name, filtered, onClearFilters }: EmptyPlaceProps) {
  if (filtered)
    return (
      <EmptyState
        title="Nothing matches"
        actions={
          <Button variant="primary" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      >
        No task here passes the filters.
      </EmptyState>
    );
  const { collection, listId } = place;
  if (collection === "trash") return <EmptyState title="The trash is empty">{words.trash}</EmptyState>;
  return (
    <EmptyState
      title="Nothing on stage yet"
      actions={
        <>
          <Button
            variant="primary"
            icon={Plus}
            keys="N"
            onClick={() => openOverlay({ kind: "newTicket", ...(listId !== null && { listId }), ...(collection === "private" && { private: true }) })}
          >
            New task
          </Button>
          {(collection === "list" || collection === "all") && (
            <Button icon={FileUp} onClick={() => openOverlay({ kind: "import" })}>
              Import
            </Button>
          )}
        </>
      }
    >
      {collection === "list" ? `Add the first task to ${name}, or bring those you have from elsewhere.` : words[collection]}
    </EmptyState>
  );
}
