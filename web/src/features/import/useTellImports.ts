import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { openOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { tell, tellRefusal } from "@/ui/Toast";
import { isCutShort, outcome } from "./outcome";

/** Shows a toast when an import ends, unless the person is looking at it. */
export function useTellImports(watched: boolean): void {
  const imports = useTroupe((state) => state.imports);
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const jobs = Object.values(imports);
    const ended = jobs.filter(({ id, state }) => state !== "running" && running.current.has(id));
    running.current = new Set(jobs.filter(({ state }) => state === "running").map(({ id }) => id));
    if (watched) return;
    for (const job of ended) {
      if (isCutShort(job)) tellRefusal(outcome(job), { name: t`Import again`, onClick: () => openOverlay({ kind: "import" }) });
      else tell({ text: outcome(job) });
    }
  }, [imports, watched]);
}
