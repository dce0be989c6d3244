import type { ImportFormat, ImportPreview } from "@/wire/http.generated";
import type { ImportJob } from "@/wire/generated";
import { firstChoices, type Choices } from "./mapping";

export interface Chosen {
  file: File;
  format: ImportFormat;
}

/** The problem, with the rows at fault. */
export interface Failure {
  message: string;
  report: ImportJob["report"];
}

/** The steps from a file to its tickets. */
export type Step =
  | { at: "file"; chosen: Chosen | null; failure: Failure | null }
  /** The file is being uploaded; `share` of it has arrived. */
  | { at: "checking"; chosen: Chosen; share: number; choices: Choices | null }
  | { at: "columns"; chosen: Chosen; preview: ImportPreview; choices: Choices; failure: Failure | null }
  | { at: "found"; chosen: Chosen; preview: ImportPreview; choices: Choices | null; failure: Failure | null }
  | { at: "starting"; chosen: Chosen; preview: ImportPreview; choices: Choices | null; share: number }
  | { at: "running"; importId: string; list: string | null };

export const atFirst: Step = { at: "file", chosen: null, failure: null };

/** A dry run has answered: shows its counts, or first the columns if the person must map them. */
export function checked(step: Extract<Step, { at: "checking" }>, preview: ImportPreview): Step {
  const { chosen, choices } = step;
  if (preview.columns && choices === null)
    return { at: "columns", chosen, preview, choices: firstChoices(preview.columns, preview.mapping), failure: null };
  return { at: "found", chosen, preview, choices, failure: null };
}

/** A dry run or a start was refused: goes back to the step where the cause can be changed. */
export function refused(step: Step, failure: Failure, before: Step): Step {
  switch (step.at) {
    case "checking":
      return before.at === "columns" ? { ...before, failure } : { at: "file", chosen: step.chosen, failure };
    case "starting":
      return { at: "found", chosen: step.chosen, preview: step.preview, choices: step.choices, failure };
    default:
      return step;
  }
}
