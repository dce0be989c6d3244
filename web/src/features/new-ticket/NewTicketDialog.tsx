import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LayoutTemplate } from "lucide-react";
import { use, useRef, useState, type KeyboardEvent } from "react";
import { pasteTickets } from "@/actions/pasted";
import { countIn, leftOutText } from "@/actions/templateUse";
import { createTickets } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { useIncomingFiles } from "@/lib/useIncomingFiles";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { DiscardDialog } from "@/ui/Discard";
import { Menu } from "@/ui/Menu";
import { inRow } from "@/words/isolate";
import { Attached } from "./Attached";
import { asText, shownChips, withoutChip } from "./chips";
import { placeOfDraft } from "./draft";
import { restoreFiles } from "./kept";
import styles from "./NewTicketDialog.module.css";
import { Properties } from "./Properties";
import { TitleChips } from "./TitleChips";
import { TitleField } from "./TitleField";
import { useNewTask, type Around, type Asked } from "./useNewTask";

/** The dialog for a new ticket, which opens from any page. */
export function NewTicketDialog(props: Around) {
  const overlay = useOverlay((state) => state.overlay);
  return overlay?.kind === "newTicket" ? <WithFiles around={props} asked={overlay} /> : null;
}

/** Waits for the files of an earlier draft. */
function WithFiles(props: { around: Around; asked: Asked }) {
  const [coming] = useState(() => {
    const { workspace, me } = useTroupe.getState();
    return restoreFiles(workspace?.id ?? "", me ?? "");
  });
  if (coming) use(coming);
  return <NewTicket {...props} />;
}

function NewTicket({ around, asked }: { around: Around; asked: Asked }) {
  const task = useNewTask(around, asked);
  const { written, draft, used, problem, missing } = task;
  const [leaving, setLeaving] = useState(false);
  const [again, setAgain] = useState(false);
  const title = useRef<{ focus: () => void }>(null);
  const me = useTroupe((state) => state.me ?? "");
  const mayAttach = useMayOn("editTickets", { ...placeOfDraft(draft), createdUserId: me, assigneesIds: [] });
  const isOver = useIncomingFiles((files) => mayAttach && task.addFiles(files));
  const create = (more: boolean) => {
    if (!task.create(more)) return;
    if (more) title.current?.focus();
    else closeOverlay();
  };
  const leave = () => (task.touched ? setLeaving(true) : closeOverlay());
  const keep = () => {
    task.keep();
    closeOverlay();
  };
  const discard = () => {
    task.forget();
    closeOverlay();
  };
  const submit = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    create(event.shiftKey || again);
  };
  return (
    <>
      <Dialog
        open
        wide
        title={t`New task`}
        onOpenChange={(next) => !next && leave()}
        actions={
          <div className={styles.foot}>
            <span className={styles.private}>
              <Checkbox id="new-task-private" checked={draft.private} disabled={task.alone} onChange={(checked) => task.change({ private: checked })} />
              <label htmlFor="new-task-private"><Trans>Private (only me)</Trans></label>
            </span>
            <span className={styles.again}>
              <Checkbox id="new-task-again" checked={again} onChange={setAgain} />
              <label htmlFor="new-task-again"><Trans>Create more</Trans></label>
            </span>
            <Button onClick={leave}><Trans>Cancel</Trans></Button>
            <Button type="submit" form="new-task" variant="primary" data-tip={t`Create task`} data-tip-keys="form:Mod+Enter">
              <Trans>Create task</Trans>
            </Button>
          </div>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the fields of the form */}
        <form
          id="new-task"
          className={cx(styles.form, isOver && mayAttach && styles.over)}
          onKeyDown={submit}
          onSubmit={(event) => {
            event.preventDefault();
            create(again);
          }}
        >
          {task.isEarlier && (
            <p className={styles.earlier} role="status">
              <Trans>Your draft is back.</Trans>
              <Button size="sm" variant="ghost" onClick={task.restart}>
                <Trans>Start over</Trans>
              </Button>
            </p>
          )}
          {task.offered.length > 0 && (
            <div className={styles.template}>
              <Menu
                name={t`Template`}
                items={task.offered.map((template) => ({ id: template.id, name: template.name, icon: LayoutTemplate, checked: used.templateId === template.id, onSelect: () => task.start(template) }))}
              >
                <Button size="sm" icon={LayoutTemplate} aria-label={t`Template`}>
                  <bdi>{used.name ?? t`Use a template`}</bdi>
                </Button>
              </Menu>
            </div>
          )}
          <TitleField
            written={written}
            naming={task.naming}
            invalid={problem !== null}
            handle={title}
            onWritten={task.write}
            onEnter={() => create(again)}
            onPaste={(text) =>
              written.draft.title === "" &&
              task.files.length === 0 &&
              pasteTickets(text, (titles) => {
                void createTickets(titles.map(task.made));
                task.forget();
                closeOverlay();
              })
            }
          />
          <TitleChips
            chips={shownChips(written)}
            fields={task.fields}
            onRemove={(chip) => {
              task.write(withoutChip(written, chip, task.naming()));
              title.current?.focus();
            }}
            onText={(chip) => {
              task.write(asText(written, chip, task.naming()).written);
              title.current?.focus();
            }}
          />
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <textarea
            className={styles.text}
            dir="auto"
            aria-label={t`Description`}
            placeholder={t`Description (Markdown)`}
            value={draft.description}
            onChange={(event) => task.change({ description: event.target.value })}
          />
          <Properties draft={draft} onChange={task.change} chips={shownChips(written)} />
          {mayAttach && <Attached files={task.files} lost={task.lost} onAdd={task.addFiles} onRemove={task.removeFile} />}
          {used.kept && used.kept.subtasks.length > 0 && (
            <p className={styles.note}>{plural(countIn(used.kept.subtasks), { one: "# subtask comes with it.", other: "# subtasks come with it." })}</p>
          )}
          {used.leftOut.size > 0 && <p className={styles.note} role="status">{leftOutText(used.leftOut)}</p>}
          {missing.length > 0 && (
            <p className={styles.problem} role="alert">
              {t`Required: ${inRow(missing)}`}
            </p>
          )}
        </form>
      </Dialog>
      <DiscardDialog
        open={leaving}
        text={t`You can keep the task as a draft in this browser. The draft opens with your next new task.`}
        also={{ name: t`Keep draft`, onClick: keep }}
        onCancel={() => setLeaving(false)}
        onDiscard={discard}
      />
    </>
  );
}
