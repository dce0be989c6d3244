import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { loadDeletedTickets } from "@/api/deletedTickets";
import { messageOf } from "@/api/error";
import type { DeletedTicketRow, DeletedTickets } from "@/wire/http.generated";

interface Read {
  /** Null until the first page has come. */
  rows: readonly DeletedTicketRow[] | null;
  next: string | null;
  keepDays: number;
  problem: string | null;
  busy: boolean;
}

const nothing: Read = { rows: null, next: null, keepDays: 90, problem: null, busy: true };

/** The tickets that were deleted permanently, as far as they have been read. A change of `version` reads them anew. */
export function useDeletedTickets(workspaceId: string, version: number) {
  const [read, setRead] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const fetchPage = useCallback(
    (earlier: readonly DeletedTicketRow[], before: string | null, signal?: AbortSignal) => {
      const arrived = ({ deletedTickets, next, keepDays }: DeletedTickets) => {
        if (!signal?.aborted) setRead({ rows: [...earlier, ...deletedTickets], next, keepDays, problem: null, busy: false });
      };
      const failed = (thrown: unknown) => {
        if (!signal?.aborted) setRead((last) => ({ ...last, problem: messageOf(thrown), busy: false }));
      };
      return loadDeletedTickets(workspaceId, before, signal).then(arrived, failed);
    },
    [workspaceId],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void fetchPage([], null, leaving.signal);
    return () => leaving.abort();
  }, [fetchPage, version, turn]);
  const more = () => {
    setRead({ ...read, busy: true });
    void fetchPage(read.rows ?? [], read.next);
  };
  const again = () => setTurn((count) => count + 1);
  useWhenBack(read.problem !== null, again);
  return { ...read, more, again };
}
