import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { readAudit, type AuditFilter } from "@/api/audit";
import { messageOf } from "@/api/error";
import type { AuditPage, AuditRecord } from "@/wire/http.generated";

interface Log {
  /** Null until the first page has come. */
  records: AuditRecord[] | null;
  /** The next page begins before this record; null after the last page. */
  next: string | null;
  problem: string | null;
  busy: boolean;
}

const nothing: Log = { records: null, next: null, problem: null, busy: true };

/** How long records are kept, and whether the person may change that. */
type Keeping = Pick<AuditPage, "keepDays" | "mayKeep">;

/** The log of a workspace, as far as it has been read. Another filter begins anew. */
export function useAuditLog(workspaceId: string, filter: AuditFilter) {
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify([workspaceId, filter, turn]);
  const [read, setRead] = useState({ asked, log: nothing });
  const [keeping, setKeeping] = useState<Keeping | null>(null);
  const log = read.asked === asked ? read.log : nothing;

  const fetchPage = useCallback(
    (earlier: readonly AuditRecord[], before: string | null, signal?: AbortSignal) => {
      const [, wanted] = JSON.parse(asked) as [string, AuditFilter];
      const arrived = ({ records, next, keepDays, mayKeep }: AuditPage) => {
        if (signal?.aborted) return;
        setKeeping({ keepDays, mayKeep });
        setRead({ asked, log: { records: [...earlier, ...records], next, problem: null, busy: false } });
      };
      const failed = (thrown: unknown) => {
        if (signal?.aborted) return;
        const records = before === null ? null : [...earlier];
        setRead({ asked, log: { records, next: before, problem: messageOf(thrown), busy: false } });
      };
      return readAudit(workspaceId, wanted, before, signal).then(arrived, failed);
    },
    [workspaceId, asked],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void fetchPage([], null, leaving.signal);
    return () => leaving.abort();
  }, [fetchPage]);

  const more = () => {
    setRead({ asked, log: { ...log, busy: true } });
    void fetchPage(log.records ?? [], log.next);
  };
  const again = () => setTurn((count) => count + 1);
  useWhenBack(log.problem !== null, again);
  return { ...log, keeping, more, again };
}
