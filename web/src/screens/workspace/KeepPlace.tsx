import { Component, useEffect, useRef } from "react";
import { setTarget, useTarget } from "@/actions/target";
import { useLocation } from "@/lib/location";
import { withoutPanes } from "@/lib/panes";
import { placeAt } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { scrollBack, scrolledIn, type Scrolled } from "./scrolled";

/** The page as the person left it. */
interface Left {
  scrolled: readonly Scrolled[];
  selected: readonly string[];
}

/** The pages by the keys of their history entries. The oldest are dropped first. */
const left = new Map<string, Left>();
const most = 50;

const content = () => document.getElementById("content");

function remember(entry: string): void {
  const root = content();
  left.delete(entry);
  left.set(entry, { scrolled: root ? scrolledIn(root) : [], selected: useTarget.getState().selected });
  const [oldest] = left.keys();
  if (left.size > most && oldest !== undefined) left.delete(oldest);
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
  /** The key of the history entry. */
  entry: string;
  /** The page and what it shows, without the tasks that are open over it. */
  shows: string;
  /** True if the person came here by going back or forward. */
  back: boolean;
}

/** Records how far the page is scrolled, and restores it. It is a class because only a class can read a page before React changes it. */
class KeepScroll extends Component<Entry> {
  private stop = () => {};

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
    this.stop();
  }

  override render() {
    return null;
  }
}

/** Restores a page when the person goes back or forward: how far it was scrolled, and what was selected. */
export function KeepPlace() {
  const { key, back, pathname, search } = useLocation();
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
