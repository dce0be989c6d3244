import { counted } from "@/lib/names";
import type { ImportJob } from "@/wire/generated";

/** It ended before its end: refused on the way, or its node went away. */
export const isCutShort = ({ state }: Pick<ImportJob, "state">) => state === "failed" || state === "interrupted";

/** What became of an import, in one sentence. */
export function outcome(job: Pick<ImportJob, "state" | "fileName" | "done" | "total" | "created" | "updated" | "unchanged" | "refused">): string {
  const { created, updated, unchanged, refused } = job;
  if (isCutShort(job))
    return `The import of ${job.fileName} stopped after ${job.done.toLocaleString("en")} of ${counted(job.total, "task")}. Import the file again to go on: what is there is not doubled.`;
  const parts = [
    `${counted(created, "task")} imported`,
    updated > 0 && `${updated.toLocaleString("en")} brought up to date`,
    unchanged > 0 && `${unchanged.toLocaleString("en")} unchanged`,
    refused > 0 && `${refused.toLocaleString("en")} refused`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
