import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { listApiKeys } from "@/api/apiKeys";
import type { ApiKey } from "@/wire/http.generated";

/** The person's keys in a workspace; null until they are loaded. */
export function useApiKeys(workspaceId: string) {
  const [keys, setKeys] = useState<ApiKey[] | "failed" | null>(null);
  const read = useCallback(
    (signal?: AbortSignal) =>
      listApiKeys(workspaceId, signal).then(setKeys, () => {
        if (!signal?.aborted) setKeys((before) => (Array.isArray(before) ? before : "failed"));
      }),
    [workspaceId],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read]);
  useWhenBack(keys === "failed", () => void read());
  return { keys, read: () => read() };
}
