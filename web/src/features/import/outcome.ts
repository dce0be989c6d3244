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
    created > 0 ? `${counted(created, "task")} imported` : "No new task",
    updated > 0 && `${updated.toLocaleString("en")} brought up to date`,
    unchanged > 0 && `${unchanged.toLocaleString("en")} unchanged`,
    refused > 0 && `${refused.toLocaleString("en")} refused`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** What an import would do, for the button that begins it. */
export function intent({ created, known }: { created: number; known: number }): string {
  if (known === 0) return `Import ${counted(created, "task")}`;
  if (created === 0) return `Bring ${counted(known, "task")} up to date`;
  return `Import ${counted(created, "task")}, bring ${known.toLocaleString("en")} up to date`;
}
