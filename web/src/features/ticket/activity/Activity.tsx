import { useMemo, useState } from "react";
import { counted } from "@/lib/names";
import { loadOlderActivities } from "@/sync/store";
import type { TicketDetail } from "@/sync/types";
import { Button } from "@/ui/Button";
import { SegmentedControl } from "@/ui/Segmented";
import styles from "./Activity.module.css";
import { Comment } from "./Comment";
import { feedOf, reactionsByActivity, type Tab } from "./gather";
import { HistoryLine } from "./HistoryLine";

const tabs: { id: Tab; name: string }[] = [
  { id: "all", name: "All" },
  { id: "comments", name: "Comments" },
  { id: "history", name: "History" },
];

interface ActivityProps {
  ticketId: string;
  comments: number;
  detail: Pick<TicketDetail, "activities" | "reactions" | "next" | "loadingOlder">;
}

/** What was said and done, the oldest first; what is older than the first page comes on request. */
export function Activity({ ticketId, comments, detail }: ActivityProps) {
  const [tab, setTab] = useState<Tab>("all");
  const { activities, reactions, next, loadingOlder } = detail;
  const feed = useMemo(() => feedOf(activities, tab), [activities, tab]);
  const reactionsOf = useMemo(() => reactionsByActivity(reactions), [reactions]);
  return (
    <section className={styles.section} aria-label="Activity">
      <header className={styles.sectionHead}>
        <h3>Activity</h3>
        {comments > 0 && <span className={styles.count}>{counted(comments, "comment")}</span>}
        <SegmentedControl name="Activity shown" options={tabs} value={tab} onChange={setTab} />
      </header>
      {next !== null && (
        <Button size="sm" className={styles.older} disabled={loadingOlder} onClick={() => void loadOlderActivities(ticketId)}>
          {loadingOlder ? "Loading" : "Show what was before"}
        </Button>
      )}
      <ol className={styles.feed} aria-label="Feed">
        {feed.map((activity) =>
          activity.kind === "comment" ? (
            <Comment key={activity.id} comment={activity} reactions={reactionsOf(activity.id)} />
          ) : (
            <HistoryLine key={activity.id} activity={activity} />
          ),
        )}
      </ol>
      {feed.length === 0 && <p className={styles.nothing}>{tab === "comments" ? "No comments yet" : "Nothing yet"}</p>}
    </section>
  );
}
