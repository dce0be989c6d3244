import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import { previewImport, reportOf, startImport } from "@/api/import";
import { useTroupe } from "@/sync/store";
import { formatOf } from "./format";
import type { Choices } from "./mapping";
import { atFirst, checked, refused, type Chosen, type Failure, type Step } from "./steps";

function failureOf(thrown: unknown): Failure {
  return { message: messageOf(thrown), report: thrown instanceof ApiError ? reportOf(thrown) : [] };
}

const isCalledOff = (thrown: unknown) => thrown instanceof DOMException && thrown.name === "AbortError";

/** An import, from the choice of a file to its job. Leaving cancels an upload. */
export function useImport(workspaceId: string) {
  // If an import is already running, it is shown instead of a second one.
  const [step, setStep] = useState<Step>(() => {
    const running = Object.values(useTroupe.getState().imports).find(({ state }) => state === "running");
    return running ? { at: "running", importId: running.id, list: null } : atFirst;
  });
  const upload = useRef<AbortController>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const progress = () => {
    upload.current?.abort();
    const controller = new AbortController();
    upload.current = controller;
    const onUpload = (share: number) => setStep((now) => ("share" in now ? { ...now, share } : now));
    return { onUpload, signal: controller.signal };
  };
  const check = async (chosen: Chosen, choices: Choices | null) => {
    const before = step;
    const checking = { at: "checking" as const, chosen, share: 0, choices };
    setStep(checking);
    try {
      const preview = await previewImport(workspaceId, { ...chosen, ...(choices && { mapping: choices }) }, progress());
      setStep(checked(checking, preview));
    } catch (thrown) {
      if (!isCalledOff(thrown)) setStep(refused(checking, failureOf(thrown), before));
    }
  };
  const start = async (found: Extract<Step, { at: "found" }>) => {
    const { chosen, choices, preview } = found;
    const starting = { at: "starting" as const, chosen, choices, preview, share: 0 };
    setStep(starting);
    try {
      const job = await startImport(workspaceId, { ...chosen, ...(choices && { mapping: choices }) }, progress());
      setStep({ at: "running", importId: job.id, list: preview.list });
    } catch (thrown) {
      if (!isCalledOff(thrown)) setStep(refused(starting, failureOf(thrown), found));
    }
  };
  const choose = (file: File | null, format = file && formatOf(file.name)) => {
    if (file === null) return setStep(atFirst);
    setStep({ at: "file", chosen: { file, format: format ?? "csv" }, failure: null });
  };
  const back = () => {
    upload.current?.abort();
    setStep((now) => {
      if (now.at === "found" && now.choices && now.preview.columns)
        return { at: "columns", chosen: now.chosen, preview: now.preview, choices: now.choices, failure: null };
      return "chosen" in now ? { at: "file", chosen: now.chosen, failure: null } : atFirst;
    });
  };
  const map = (column: string, target: Choices[string]) =>
    setStep((now) => (now.at === "columns" ? { ...now, choices: { ...now.choices, [column]: target }, failure: null } : now));
  return { step, choose, check, start, back, map, again: () => setStep(atFirst) };
}
