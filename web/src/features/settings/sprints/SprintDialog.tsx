import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createSprint, updateSprint } from "@/actions/sprints";
import { formatDateLong } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { isNameTaken } from "@/lib/useName";
import { undo } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { Sprint, SprintPatch } from "@/wire/generated";
import form from "../attributes/Attributes.module.css";

/** The longest goal, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

interface SprintDialogProps {
  /** The sprint to change; null for a new one. */
  of: Sprint | null;
  among: readonly Sprint[];
  onClose: () => void;
}

/** Asks for the name, the goal and the days of a sprint. */
export function SprintDialog({ of: sprint, among, onClose }: SprintDialogProps) {
  const [name, setName] = useState(sprint?.name ?? "");
  const [goal, setGoal] = useState(sprint?.goal ?? "");
  const [start, setStart] = useState(sprint?.startDate ?? "");
  const [end, setEnd] = useState(sprint?.endDate ?? "");
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, goal, start, end }, onClose);
  const wanted = name.trim();
  const taken = isNameTaken(wanted, among.filter(({ id }) => id !== sprint?.id).map((other) => other.name)) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  const [startDate, endDate] = [dayIn(start), dayIn(end)];
  const unread = (day: string | null | undefined) => (tried && day === undefined ? t`Enter a valid date` : null);
  const reversed = startDate && endDate && endDate < startDate ? t`The end must not be before the start.` : null;
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null || startDate === undefined || endDate === undefined || reversed !== null) return;
    onClose();
    const about = goal.trim();
    if (sprint === null) return void createSprint({ name: wanted, goal: about, ...(startDate && { startDate }), ...(endDate && { endDate }) });
    const patch: SprintPatch = {
      ...(wanted !== sprint.name && { name: wanted }),
      ...(about !== sprint.goal && { goal: about }),
      ...(startDate !== sprint.startDate && { startDate }),
      ...(endDate !== sprint.endDate && { endDate }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateSprint(sprint.id, patch).then(
      ({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={sprint === null ? t`New sprint` : t`Edit “${sprint.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="sprint" variant="primary">
            {sprint === null ? t`Create sprint` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="sprint"
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <TextField label={t`Goal`} maxLength={longest} placeholder={t`What it is for`} value={goal} onChange={({ target }) => setGoal(target.value)} />
        <TextField
          label={t`Start`}
          placeholder={t`None`}
          hint={startDate ? formatDateLong(startDate) : undefined}
          error={unread(startDate)}
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label={t`End`}
          placeholder={t`None`}
          hint={endDate ? formatDateLong(endDate) : undefined}
          error={unread(endDate) ?? reversed}
          value={end}
          onChange={({ target }) => setEnd(target.value)}
        />
      </form>
    </Dialog>
  );
}

/** The day that a text means: null for none, undefined for a text that is no date. */
const dayIn = (text: string): string | null | undefined => (text.trim() === "" ? null : (readDate(text) ?? undefined));
