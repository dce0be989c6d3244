import { plural, t } from "@lingui/core/macro";
import { shownNumber } from "@/words/region";
import type { ImportJob } from "@/wire/generated";

/** True if an import ended early: it was refused on the way, or its node stopped. */
export const isCutShort = ({ state }: Pick<ImportJob, "state">) => state === "failed" || state === "interrupted";

/** The outcome of an import, in one sentence. */
export function outcome(job: Pick<ImportJob, "state" | "fileName" | "done" | "total" | "created" | "updated" | "unchanged" | "refused">): string {
  const { created, updated, unchanged, refused } = job;
  if (isCutShort(job)) {
    const done = shownNumber(job.done);
    return plural(job.total, {
      one: `The import of ${job.fileName} stopped after ${done} of # task. To continue, import the file again. It won't create duplicates.`,
      other: `The import of ${job.fileName} stopped after ${done} of # tasks. To continue, import the file again. It won't create duplicates.`,
    });
  }
  const parts = [
    created > 0 ? plural(created, { one: "# task imported", other: "# tasks imported" }) : t`No new tasks`,
    updated > 0 && t`${shownNumber(updated)} updated`,
    unchanged > 0 && t`${shownNumber(unchanged)} unchanged`,
    refused > 0 && t`${shownNumber(refused)} skipped`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** The effect of an import, for the button that begins it. */
export function intent({ created, known }: { created: number; known: number }): string {
  if (created === 0) return plural(known, { one: "Update # task", other: "Update # tasks" });
  if (known === 0) return plural(created, { one: "Import # task", other: "Import # tasks" });
  const updated = shownNumber(known);
  return plural(created, { one: `Import # task, update ${updated}`, other: `Import # tasks, update ${updated}` });
}
