import { useNavigate } from "react-router";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ColumnsStep } from "./ColumnsStep";
import { FileStep } from "./FileStep";
import { FoundStep } from "./FoundStep";
import { problemsOf } from "./mapping";
import { RunningStep, UploadStep } from "./ProgressSteps";
import type { Step } from "./steps";
import { intent } from "./outcome";
import { useImport } from "./useImport";
import { useTellImports } from "./useTellImports";

interface ImportDialogProps {
  slug: string;
  workspaceId: string;
}

/** Tickets out of a file: choose it, say what its columns mean, look at what would happen, begin. */
export function ImportDialog(props: ImportDialogProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "import");
  useTellImports(open);
  return open ? <Import {...props} /> : null;
}

const titles: Record<Step["at"], string> = {
  file: "Import tasks",
  checking: "Reading the file",
  columns: "What do the columns mean?",
  found: "What would be imported",
  starting: "Sending the file",
  running: "Import",
};

function Import({ slug, workspaceId }: ImportDialogProps) {
  const navigate = useNavigate();
  const { step, choose, check, start, back, map, again } = useImport(workspaceId);
  const show = (name: string | null) => {
    closeOverlay();
    const list = Object.values(useTroupe.getState().lists).find((each) => each.name === name);
    void navigate(list ? paths.list(slug, list.id) : paths.collection(slug, "all"));
  };
  const cancel = <Button onClick={closeOverlay}>Cancel</Button>;
  const actions = () => {
    switch (step.at) {
      case "file":
        return (
          <>
            {cancel}
            <Button variant="primary" disabled={step.chosen === null} onClick={() => step.chosen && void check(step.chosen, null)}>
              Continue
            </Button>
          </>
        );
      case "columns": {
        const blocked = Object.keys(problemsOf(step.choices)).length > 0;
        return (
          <>
            <Button onClick={back}>Back</Button>
            <Button variant="primary" disabled={blocked} onClick={() => void check(step.chosen, step.choices)}>
              Check the file
            </Button>
          </>
        );
      }
      case "found":
        return (
          <>
            <Button onClick={back}>Back</Button>
            <Button variant="primary" disabled={step.preview.created + step.preview.known === 0} onClick={() => void start(step)}>
              {intent(step.preview)}
            </Button>
          </>
        );
      case "checking":
      case "starting":
        return <Button onClick={back}>Stop</Button>;
      case "running":
        return undefined;
    }
  };
  return (
    <Dialog open wide title={titles[step.at]} onOpenChange={(next) => !next && closeOverlay()} actions={actions()}>
      {step.at === "file" && <FileStep step={step} onChoose={choose} />}
      {(step.at === "checking" || step.at === "starting") && <UploadStep step={step} />}
      {step.at === "columns" && <ColumnsStep step={step} onMap={map} />}
      {step.at === "found" && <FoundStep step={step} />}
      {step.at === "running" && (
        <RunningStep importId={step.importId} onShow={() => show(step.list)} onAgain={again} />
      )}
    </Dialog>
  );
}
