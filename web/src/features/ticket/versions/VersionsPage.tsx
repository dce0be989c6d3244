import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, RotateCcw, X } from "lucide-react";
import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { messageOf } from "@/api/error";
import { useMayOn } from "@/actions/useMay";
import { combination } from "@/lib/hotkeys";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { IconButton } from "@/ui/IconButton";
import { compareMarkdown, type Comparison } from "@/ui/markdownCompare";
import { SegmentedControl } from "@/ui/Segmented";
import { Skeleton } from "@/ui/Skeleton";
import { tell } from "@/ui/Toast";
import type { DescriptionVersion } from "@/wire/http.generated";
import { FullPage } from "../text-page/FullPage";
import { closeTextPage } from "../text-page/textMode";
import page from "../text-page/TextPage.module.css";
import type { TextPageProps } from "../text-page/TextPage";
import { TextFiles } from "../TextImage";
import { ComparedText, TicketText } from "../TicketText";
import { NotRestored, restoreVersion } from "./restore";
import { momentOf } from "./sentences";
import { useVersion, useVersions } from "./useVersions";
import { VersionList } from "./VersionList";
import styles from "./Versions.module.css";

/** What a version is compared with. */
type Against = "previous" | "now" | "nothing";

/** The versions of a description beside the text, with what each of them has changed. */
export function VersionsPage({ ticket, people }: TextPageProps) {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const described = useTroupe((state) => state.details[ticket.id]?.description ?? "");
  const key = useTroupe((state) => ticketKey(state, ticket)) ?? t`New task`;
  const mayEdit = useMayOn("editTickets", ticket) && ticket.trashedAt === null;
  const { versions, problem, more, again } = useVersions(workspaceId, ticket.id, described);
  const [chosen, setChosen] = useState<string | null>(null);
  const [against, setAgainst] = useState<Against>("previous");
  const current = versions?.find(({ id }) => id === chosen) ?? versions?.[0] ?? null;
  const restore = useRestore(workspaceId, ticket.id);
  const isNewest = current !== null && current.id === versions?.[0]?.id;
  const header = (
    <>
      <span className={page.crumb}>
        {key}
        <h1 className={page.title} dir="auto">{ticket.title}</h1>
      </span>
      <span className={page.space} />
      {people}
      {current && mayEdit && !isNewest && (
        <Button variant="primary" icon={RotateCcw} disabled={restore.busy} onClick={() => void restore.run(current)}>
          <Trans>Restore</Trans>
        </Button>
      )}
      <IconButton icon={X} name={t`Close`} keys="Escape" onClick={closeTextPage} />
    </>
  );
  return (
    <FullPage name={t`Description history of ${key}`} header={header} onKey={restore.press}>
      <div className={styles.columns}>
        <div className={styles.main}>
          {current ? (
            <TextFiles ticketId={ticket.id} needed>
              <Shown key={current.id} {...{ workspaceId, current, against, described }} ticketId={ticket.id} onAgainst={setAgainst} />
            </TextFiles>
          ) : problem === null ? (
            <div role="status" className={styles.text} aria-label={versions ? undefined : t`Loading`}>
              {versions ? <Trans>No versions yet. Versions are saved once someone changes the description.</Trans> : <Skeleton width={420} />}
            </div>
          ) : (
            <ErrorState title={t`The versions couldn't be loaded.`} actions={<Button onClick={again}><Trans>Try again</Trans></Button>}>
              {problem}
            </ErrorState>
          )}
        </div>
        {versions && versions.length > 0 && <VersionList versions={versions} currentId={current?.id ?? null} onChoose={setChosen} more={more} />}
      </div>
    </FullPage>
  );
}

interface ShownProps {
  workspaceId: string;
  ticketId: string;
  current: DescriptionVersion;
  against: Against;
  described: string;
  onAgainst: (against: Against) => void;
}

/** The text of a version, with its differences. */
function Shown({ workspaceId, ticketId, current, against, described, onAgainst }: ShownProps) {
  const { whole, problem } = useVersion(workspaceId, ticketId, current.id, current.endedAt);
  const previousId = whole?.previous ?? null;
  const previous = useVersion(workspaceId, ticketId, against === "previous" ? previousId : null, null);
  const text = whole?.description ?? null;
  const before = previousId === null ? "" : (previous.whole?.description ?? null);
  const comparison = useMemo(() => {
    if (text === null || against === "nothing") return null;
    if (against === "now") return compareMarkdown(text, described);
    return before === null ? null : compareMarkdown(before, text);
  }, [text, before, described, against]);
  const failed = problem ?? (against === "previous" ? previous.problem : null);
  const body = useRef<HTMLDivElement>(null);
  const moment = momentOf(current.endedAt);
  return (
    <>
      <div className={styles.bar}>
        <h2 className={styles.moment}>{moment}</h2>
        {comparison && <Counts comparison={comparison} />}
        <span className={page.space} />
        <SegmentedControl
          name={t`Compare with`}
          options={[
            { id: "previous", name: t`Previous version` },
            { id: "now", name: t`Current text` },
            { id: "nothing", name: t`Hide changes` },
          ]}
          value={against}
          onChange={onAgainst}
        />
        {comparison && <Steps key={against} body={body} comparison={comparison} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll the text */}
      <div ref={body} className={styles.scroll} role="region" aria-label={labelOf(moment, against, previousId)} tabIndex={0}>
        <div className={styles.text}>
          {failed !== null ? (
            <p role="alert">{failed}</p>
          ) : comparison ? (
            comparison.nodes.length === 0 ? <p className={styles.empty}><Trans>The description was empty.</Trans></p> : <ComparedText comparison={comparison} />
          ) : against === "nothing" && text !== null ? (
            text === "" ? <p className={styles.empty}><Trans>The description was empty.</Trans></p> : <TicketText source={text} what="description" />
          ) : (
            <Skeleton width={420} />
          )}
        </div>
      </div>
    </>
  );
}

function labelOf(moment: string, against: Against, previousId: string | null): string {
  if (against === "now") return t`Changes since the version from ${moment}`;
  return against === "previous" && previousId !== null ? t`Changes in the version from ${moment}` : t`Version from ${moment}`;
}

/** How many words were added and removed. */
function Counts({ comparison: { added, removed } }: { comparison: Comparison }) {
  if (added + removed === 0) return <span className={styles.counts}><Trans>No words changed</Trans></span>;
  const words = [
    added > 0 && plural(added, { one: "# word added", other: "# words added" }),
    removed > 0 && plural(removed, { one: "# word removed", other: "# words removed" }),
  ].filter((each) => each !== false);
  return (
    <span className={styles.counts} role="img" aria-label={words.join(", ")} title={words.join(", ")}>
      {added > 0 && <span className={styles.added}>+{added}</span>} {removed > 0 && <span className={styles.removed}>−{removed}</span>}
    </span>
  );
}

/** Leads from one change to the next. */
function Steps({ body, comparison }: { body: { current: HTMLElement | null }; comparison: Comparison }) {
  const count = comparison.nodes.filter(({ is }) => is === "change").length;
  const [reached, setReached] = useState({ comparison, at: -1 });
  // Another comparison begins at its first change.
  const at = reached.comparison === comparison ? reached.at : -1;
  if (count === 0) return null;
  const go = (to: number) => {
    const all = [...(body.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    for (const [place, change] of all.entries()) change.toggleAttribute("data-current", place === to);
    all[to]?.scrollIntoView({ block: "center" });
    all[to]?.focus({ preventScroll: true });
    setReached({ comparison, at: to });
  };
  return (
    <span className={styles.steps}>
      <span className={styles.counts} role="status">{at < 0 ? plural(count, { one: "# change", other: "# changes" }) : t`${at + 1} of ${count}`}</span>
      <IconButton icon={ArrowUp} name={t`Previous change`} disabled={at <= 0} onClick={() => go(at - 1)} />
      <IconButton icon={ArrowDown} name={t`Next change`} disabled={at >= count - 1} onClick={() => go(at + 1)} />
    </span>
  );
}

/** Restores versions, with one way back: the button of the notice, or Mod+Z. */
function useRestore(workspaceId: string, ticketId: string) {
  const [busy, setBusy] = useState(false);
  const undo = useRef<(() => void) | null>(null);
  const takeBack = () => {
    const back = undo.current;
    undo.current = null;
    back?.();
    if (back) tell({ text: t`Restore undone` });
  };
  const run = async (version: DescriptionVersion) => {
    setBusy(true);
    try {
      const back = await restoreVersion(workspaceId, ticketId, version.id);
      if (back === null) return tell({ text: t`The description already has this text` });
      undo.current = back;
      tell({ text: t`Restored the version from ${momentOf(version.endedAt)}`, action: { name: t`Undo`, keys: "Mod+Z", onClick: takeBack } });
    } catch (error) {
      tellFailure(error, () => run(version), error instanceof NotRestored ? t`The version couldn't be restored. Try again in a moment.` : messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (undo.current === null || combination(event.nativeEvent) !== "Mod+Z") return;
    event.preventDefault();
    takeBack();
  };
  return { busy, run, press };
}
