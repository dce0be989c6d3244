import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment, useMemo, useState } from "react";
import type { ReadPosition } from "@/actions/readMark";
import { loadOlderActivities, useTroupe } from "@/sync/store";
import type { TicketDetail } from "@/sync/types";
import { Button } from "@/ui/Button";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { SegmentedControl } from "@/ui/Segmented";
import { say, type Message } from "@/words/i18n";
import { usePassages } from "../passages/usePassages";
import { useSectionName } from "../place";
import { namesFiles, TextFiles } from "../TextImage";
import styles from "./Activity.module.css";
import { CommentThread } from "./CommentThread";
import { feedOf, reactionsByActivity, runsOf, type Tab } from "./gather";
import { HistoryLine } from "./HistoryLine";
import { useLinkedComment } from "./linkedComment";
import { NewLine } from "./NewLine";
import { threadsOf } from "./threads";
import { firstNewReply, isNewEntry, newEntries } from "./unread";

const tabs: { id: Tab; name: Message }[] = [
  { id: "all", name: msg`All` },
  { id: "comments", name: msg`Comments` },
  { id: "history", name: msg`History` },
];

interface ActivityProps {
  ticketId: string;
  comments: number;
  detail: Pick<TicketDetail, "activities" | "reactions" | "next" | "loadingOlder" | "state">;
  /** How far the person had read the ticket when it opened; null if nothing was unread. */
  position: ReadPosition | null;
}

/** Comments and history, the oldest first. A line marks where new entries begin. Pages before the newest one are loaded on request. */
export function Activity({ ticketId, comments, detail, position }: ActivityProps) {
  const sectionName = useSectionName(t`Activity`);
  const [tab, setTab] = useState<Tab>("all");
  const { activities, reactions, next, loadingOlder } = detail;
  useLinkedComment(ticketId, detail);
  const wanted = usePassages((state) => state.wanted);
  const [seen, setSeen] = useState(wanted);
  if (wanted !== seen) {
    setSeen(wanted);
    // The tab History shows no comments, so it cannot show the thread that the person wants to see.
    if (tab === "history") setTab("all");
  }
  const feed = useMemo(() => runsOf(threadsOf(feedOf(activities, tab))), [activities, tab]);
  const me = useTroupe((state) => state.me);
  const fresh = useMemo(() => position && newEntries(activities, next, position, me), [activities, next, position, me]);
  const newFrom = fresh && feed.find((one) => isNewEntry(one, fresh, me))?.id;
  const showsFiles = useMemo(() => activities.some(({ message }) => message !== null && namesFiles(message)), [activities]);
  const reactionsOf = useMemo(() => reactionsByActivity(reactions), [reactions]);
  return (
    <section className={styles.section} aria-label={sectionName}>
      <header className={styles.sectionHead}>
        <h3><Trans>Activity</Trans></h3>
        {comments > 0 && <span className={styles.count}>{plural(comments, { one: "# comment", other: "# comments" })}</span>}
        <SegmentedControl name={t`Filter activity`} options={tabs.map((one) => ({ ...one, name: say(one.name) }))} value={tab} onChange={setTab} />
      </header>
      {next !== null && (
        <div className={styles.older}>
          <Button size="sm" disabled={loadingOlder} onClick={() => void loadOlderActivities(ticketId)}>
            {loadingOlder ? t`Loading…` : t`Show earlier activity`}
          </Button>
          {!loadingOlder && (
            <Button size="sm" variant="ghost" onClick={() => void loadOlderActivities(ticketId, "unlimited")}>
              <Trans>Show all</Trans>
            </Button>
          )}
        </div>
      )}
      <TextFiles ticketId={ticketId} needed={showsFiles}>
        <ol className={styles.feed} aria-label={t`Feed`}>
          {feed.map((one) => (
            <Fragment key={one.id}>
              {one.id === newFrom && <NewLine />}
              <ErrorBoundary of={one} fallback={<NotDisplayed comment={!("changes" in one)} />}>
                {"changes" in one ? (
                  <HistoryLine run={one} />
                ) : (
                  <CommentThread ticketId={ticketId} thread={one} reactionsOf={reactionsOf} complete={next === null} newFrom={fresh && firstNewReply(one, fresh)} />
                )}
              </ErrorBoundary>
            </Fragment>
          ))}
        </ol>
      </TextFiles>
      {feed.length === 0 && <p className={styles.nothing}>{tab === "comments" ? t`No comments yet` : t`No activity yet`}</p>}
    </section>
  );
}

function NotDisplayed({ comment }: { comment: boolean }) {
  return <li className={styles.nothing}>{comment ? t`This comment can't be displayed.` : t`This change can't be displayed.`}</li>;
}
