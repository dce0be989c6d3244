import { t } from "@lingui/core/macro";
import { History, Minimize2 } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useMayOn } from "@/actions/useMay";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { useHighlightsOf } from "../passages/useHighlightsOf";
import { LaterEditor } from "../text-editor/LaterEditor";
import type { Start } from "../text-editor/start";
import { namesFiles, TextFiles } from "../TextImage";
import { TicketText } from "../TicketText";
import { FullPage } from "./FullPage";
import { Outline, OutlineMenu } from "./Outline";
import { closeTextPage, openTextPage } from "./textMode";
import styles from "./TextPage.module.css";
import type { TextPageProps } from "./TextPage";
import { useOutline } from "./useOutline";

const nothing = () => undefined;

/** The description alone: the same document as in the panel, on a page of its own. */
export function WritePage({ ticket, people }: TextPageProps) {
  const detail = useTroupe((state) => state.details[ticket.id]);
  const key = useTroupe((state) => ticketKey(state, ticket)) ?? t`New task`;
  const allowed = useMayOn("editTickets", ticket);
  const mayEdit = allowed && ticket.trashedAt === null && detail?.stored !== "outdated";
  const highlights = useHighlightsOf(ticket.id);
  const [start] = useState<Start>({ focus: true });
  const scroller = useRef<HTMLDivElement>(null);
  const outline = useOutline(scroller);
  // The text stays in the middle, so there must be room for the outline beside it.
  const isWide = useMediaQuery("(min-width: 1240px)");
  const described = detail?.description ?? "";
  const read = (
    <TextFiles ticketId={ticket.id} needed={namesFiles(described)}>
      <TicketText source={described} what="description" />
    </TextFiles>
  );
  const header = (
    <>
      <h1 className={styles.crumb}>{key}</h1>
      <span className={styles.space} />
      {people}
      {!isWide && <OutlineMenu {...outline} />}
      <IconButton icon={History} name={t`Description history`} onClick={() => openTextPage("versions")} />
      <IconButton icon={Minimize2} name={t`Back to the task`} keys="Escape" onClick={closeTextPage} />
    </>
  );
  return (
    <FullPage name={t`Description of ${key}`} header={header}>
      {isWide && <Outline {...outline} />}
      <div ref={scroller} className={styles.scroll}>
        <div className={styles.sheet}>
          <h2 dir="auto">{ticket.title}</h2>
          <Suspense fallback={read}>
            <LaterEditor ticket={ticket} described={described} mayEdit={mayEdit} start={start} accompanied highlights={highlights} onEnd={closeTextPage} onRest={nothing}>
              {read}
            </LaterEditor>
          </Suspense>
        </div>
      </div>
    </FullPage>
  );
}
