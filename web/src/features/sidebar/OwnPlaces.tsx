import { useEffect, useRef } from "react";
import { useTroupe } from "@/sync/store";
import { Favorites } from "./Favorites";
import { keepOwnPlacesHeight } from "./ownPlacesHeight";
import { isShown, useChosenPages } from "./pages";
import { Recent } from "./Recent";
import styles from "./Sidebar.module.css";

/** The favorites of a person, and the places that were opened last. */
export function OwnPlaces({ slug }: { slug: string }) {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const chosen = useChosenPages();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !workspaceId) return undefined;
    const observer = new ResizeObserver(() => keepOwnPlacesHeight(workspaceId, me, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [workspaceId, me]);
  return (
    <div ref={box} className={styles.own}>
      {isShown(chosen, "favorites") && <Favorites slug={slug} />}
      {isShown(chosen, "recent") && <Recent key={workspaceId} slug={slug} workspaceId={workspaceId} me={me} />}
    </div>
  );
}
