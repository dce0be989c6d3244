import { Component, useEffect, useRef } from "react";
import { setTarget, useTarget } from "@/actions/target";
import { useLocation } from "@/lib/location";
import { withoutPanes } from "@/lib/panes";
import { placeAt } from "@/lib/placeAt";
import { useTroupe } from "@/sync/store";
import { LeftPages } from "./leftPages";
import { scrollBack, scrolledIn, type Scrolled } from "./scrolled";

const left = new LeftPages(() => sessionStorage);

/** Pages that were opened by their address share a key, so the path is part of the name of an entry. */
const entryOf = (key: string, pathname: string): string => `${key} ${pathname}`;

/** True if the browser came to this document by an address or a link, and not by a reload or by going back or forward. */
const isFresh = () => performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "navigate");

/** True until the first page of this document is shown. */
let isFirst = true;

const content = () => document.getElementById("content");

function remember(entry: string): void {
  const root = content();
  left.set(entry, { scrolled: root ? scrolledIn(root) : [], selected: useTarget.getState().selected });
}

/** How many frames to wait until a page is as long as it was. */
const patience = 60;

/** Scrolls the page back until it is where it was. Stops when the person scrolls or types. Returns a function that stops it. */
function bringBack(wanted: readonly Scrolled[], isMeant: (element: Element) => boolean): () => void {
  let frame = 0;
  const events = ["wheel", "pointerdown", "keydown", "touchstart"] as const;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of events) window.removeEventListener(event, stop);
  };
  const step = (rest: readonly Scrolled[], tries: number) => {
    const root = content();
    const more = root ? scrollBack(root, rest, isMeant) : [];
    if (more.length === 0 || tries === 0) return stop();
    frame = requestAnimationFrame(() => step(more, tries - 1));
  };
  for (const event of events) window.addEventListener(event, stop, { passive: true });
  step(wanted, patience);
  return stop;
}

const inPanel = (element: Element) => element.closest("aside") !== null;

interface Entry {
  /** The history entry. */
  entry: string;
  /** The page and what it shows, without the tasks that are open over it. */
  shows: string;
  /** True if the person came here by going back or forward. */
  back: boolean;
}

/** Records how far the page is scrolled, and restores it. It is a class because only a class can read a page before React changes it. */
class KeepScroll extends Component<Entry> {
  private stop = () => {};
  private readonly keep = () => {
    remember(this.props.entry);
    left.store();
  };

  override componentDidMount(): void {
    const { entry, back } = this.props;
    window.addEventListener("pagehide", this.keep);
    // A page that is opened by its address starts at the top. An earlier page with this address may be stored.
    if (isFirst && isFresh()) left.forget(entry);
    isFirst = false;
    const kept = left.get(entry);
    if (back && kept) this.stop = bringBack(kept.scrolled, () => true);
  }

  override getSnapshotBeforeUpdate({ entry }: Entry): null {
    if (entry !== this.props.entry) remember(entry);
    return null;
  }

  override componentDidUpdate({ entry, shows }: Entry): void {
    if (entry === this.props.entry) return;
    this.stop();
    const kept = left.get(this.props.entry);
    // A list that stays behind a task keeps its place: the person may have scrolled it in the meantime.
    if (this.props.back && kept) this.stop = bringBack(kept.scrolled, shows === this.props.shows ? inPanel : () => true);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("pagehide", this.keep);
    this.stop();
  }

  override render() {
    return null;
  }
}

/** Restores a page when the person goes back or forward, or reloads it: how far it was scrolled, and until a reload what was selected. */
export function KeepPlace() {
  const { key: own, back, pathname, search } = useLocation();
  const key = entryOf(own, pathname);
  const { collection, listId, recordId } = placeAt(pathname);
  const place = [collection, listId, recordId].join();
  const last = useRef(place);
  useEffect(() => {
    const isOther = last.current !== place;
    last.current = place;
    const selected = left.get(key)?.selected ?? [];
    if (!isOther || !back || selected.length === 0) return;
    // This runs after the page that was left has cleared its own selection.
    const { tickets } = useTroupe.getState();
    setTarget({ selected: selected.filter((id) => tickets[id] !== undefined) });
  }, [key, back, place]);
  return <KeepScroll entry={key} shows={`${place} ${withoutPanes(search)}`} back={back} />;
}
