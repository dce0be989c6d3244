import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@/lib/location";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { say, type Message } from "@/words/i18n";
import { ColumnsStep } from "./ColumnsStep";
import { FileStep } from "./FileStep";
import { FoundStep } from "./FoundStep";
import { problemsOf } from "./mapping";
import { RunningStep, UploadStep } from "./ProgressSteps";
import type { Step } from "./steps";
import { intent } from "./outcome";
import { useImport } from "./useImport";

interface ImportDialogProps {
  slug: string;
  workspaceId: string;
}

/** Imports tickets from a file, in steps: choose the file, map its columns, review, begin. */
export function ImportDialog(props: ImportDialogProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "import");
  return open ? <Import {...props} /> : null;
}

const titles: Record<Step["at"], Message> = {
  file: msg`Import tasks`,
  checking: msg`Reading file`,
  columns: msg`Match columns`,
  found: msg`Review import`,
  starting: msg`Uploading file`,
  running: msg`Import`,
};

function Import({ slug, workspaceId }: ImportDialogProps) {
  const navigate = useNavigate();
  const { step, choose, check, start, back, map, again } = useImport(workspaceId);
  const show = (name: string | null) => {
    closeOverlay();
    const list = Object.values(useTroupe.getState().lists).find((each) => each.name === name);
    navigate(list ? paths.list(slug, list.id) : paths.collection(slug, "all"));
  };
  const cancel = <Button onClick={closeOverlay}><Trans>Cancel</Trans></Button>;
  const actions = () => {
    switch (step.at) {
      case "file":
        return (
          <>
            {cancel}
            <Button variant="primary" disabled={step.chosen === null} onClick={() => step.chosen && void check(step.chosen, null)}>
              <Trans>Continue</Trans>
            </Button>
          </>
        );
      case "columns": {
        const blocked = Object.keys(problemsOf(step.choices)).length > 0;
        return (
          <>
            <Button onClick={back}><Trans>Back</Trans></Button>
            <Button variant="primary" disabled={blocked} onClick={() => void check(step.chosen, step.choices)}>
              <Trans>Check file</Trans>
            </Button>
          </>
        );
      }
      case "found":
        return (
          <>
            <Button onClick={back}><Trans>Back</Trans></Button>
            <Button variant="primary" disabled={step.preview.created + step.preview.known === 0} onClick={() => void start(step)}>
              {intent(step.preview)}
            </Button>
          </>
        );
      case "checking":
      case "starting":
        return <Button onClick={back}><Trans>Stop</Trans></Button>;
      case "running":
        return undefined;
    }
  };
  return (
    <Dialog open wide title={say(titles[step.at])} onOpenChange={(next) => !next && closeOverlay()} actions={actions()}>
      {step.at === "file" && <FileStep step={step} onChoose={choose} />}
      {(step.at === "checking" || step.at === "starting") && <UploadStep step={step} />}
      {step.at === "columns" && <ColumnsStep step={step} onMap={map} />}
      {step.at === "found" && <FoundStep step={step} />}
      {step.at === "running" && (
        <RunningStep importId={step.importId} onShow={(fresh) => show(fresh ? step.list : null)} onAgain={again} />
      )}
    </Dialog>
  );
}
