import { useEffect, useState } from "react";
import { ApiError } from "@/api/error";
import { searchTasks, type SearchPart } from "@/api/search";
import { useTroupe } from "@/sync/store";
import type { FoundTicket } from "@/wire/generated";

/** How long typing must pause before the node is asked. */
const TYPING_MS = 150;

export interface Asked {
  text: string;
  parts: readonly SearchPart[];
  listId: string | null;
}

export interface Found {
  results: readonly FoundTicket[];
  /** The text that the results match; null before the first answer. */
  text: string | null;
  state: "idle" | "asking" | "done" | "offline" | "failed";
  /** Why it failed. */
  message: string | null;
  /** Asks for the next page; null after the last one. */
  more: (() => void) | null;
  /** False while the node is still reading texts for the first time. */
  complete: boolean;
  /** False if the node cannot correct mistyped words. */
  corrects: boolean;
  again: () => void;
}

type Answer = Omit<Found, "again" | "more"> & { next: number | null; of: string };

const nothing: Answer = { results: [], text: null, state: "idle", message: null, complete: true, corrects: true, next: null, of: "" };

/**
 * Asks the node for tasks with these words, a moment after the last letter. An answer that comes after the words have
 * changed is dropped. While the text only grows, the results of the last answer stay.
 */
export function useFound(asked: Asked): Found {
  const workspaceId = useTroupe((state) => state.workspace?.id);
  // A search that failed because the node was away is repeated when the connection is back.
  const live = useTroupe((state) => state.connection === "live");
  const [answer, setAnswer] = useState(nothing);
  const [round, setRound] = useState(0);
  const [after, setAfter] = useState({ of: "", place: 0 });
  const text = asked.text.trim();
  const parts = asked.parts.join();
  const of = [workspaceId, text, parts, asked.listId ?? ""].join("\n");
  const place = after.of === of ? after.place : 0;

  useEffect(() => {
    if (workspaceId === undefined || text === "") return undefined;
    const end = new AbortController();
    const ask = () => {
      const query = { text, parts: parts === "" ? [] : (parts.split(",") as SearchPart[]), listId: asked.listId, after: place };
      searchTasks(workspaceId, query, end.signal).then(
        ({ results, next, complete, corrects }) =>
          setAnswer((last) => ({
            results: place > 0 && last.of === of ? joined(last.results, results) : results,
            text,
            state: "done",
            message: null,
            complete,
            corrects,
            next,
            of,
          })),
        (error: unknown) => {
          if (end.signal.aborted) return;
          const known = error instanceof ApiError ? error : null;
          if (known?.code === "rate_limited") timer = setTimeout(ask, known.retryAfterMs ?? 1_000);
          else
            setAnswer((last) => ({
              ...nothing,
              results: place > 0 && last.of === of ? last.results : [],
              text,
              state: known?.code === "unreachable" ? "offline" : "failed",
              message: known?.message ?? null,
              of,
            }));
        },
      );
    };
    let timer = setTimeout(ask, place > 0 ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [workspaceId, text, parts, asked.listId, of, place, round, live]);

  const again = () => setRound(round + 1);
  if (text === "") return { ...nothing, again, more: null };
  if (answer.of === of) {
    const { next } = answer;
    return { ...answer, again, more: next === null ? null : () => setAfter({ of, place: next }) };
  }
  const typedOn = answer.text !== null && text.startsWith(answer.text) && answer.state === "done";
  return { ...(typedOn ? answer : nothing), state: "asking", again, more: null };
}

/** An edit between two pages may move a task to the second one. */
function joined(first: readonly FoundTicket[], second: readonly FoundTicket[]): readonly FoundTicket[] {
  const known = new Set(first.map(({ ticketId }) => ticketId));
  return [...first, ...second.filter(({ ticketId }) => !known.has(ticketId))];
}
