import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { nameOfPlace, pathOfPlace, PlacePicture, useThere } from "@/actions/keptPlaces";
import { settledVisits, useVisits, type Visit } from "@/lib/visits";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { useUnfolded } from "./folded";
import { Line } from "./Line";
import styles from "./Sidebar.module.css";

/** The most places that the section shows. */
const most = 5;

interface RecentProps {
  slug: string;
  workspaceId: string;
  me: string;
}

/** The lists and tasks that the person has opened last in this browser. The section is folded until the person unfolds it, and absent before the first visit. */
export function Recent({ slug, workspaceId, me }: RecentProps) {
  const newest = useThere(useVisits(workspaceId, me)).slice(0, most);
  const { isUnfolded, toggle } = useUnfolded(workspaceId, me);
  const open = isUnfolded("recent");
  if (newest.length === 0) return null;
  return (
    <div role="group" aria-label={t`Recent`}>
      <h4 className={styles.heading}>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => toggle("recent")}>
          <Trans>Recent</Trans>
          <Icon of={open ? ChevronDown : ChevronRight} size={12} />
        </button>
      </h4>
      {open && <RecentLines newest={newest} slug={slug} />}
    </div>
  );
}

/** The places in the order that they had when the section was unfolded, as long as they are the same. */
function RecentLines({ newest, slug }: { newest: readonly Visit[]; slug: string }) {
  const [shown, setShown] = useState(newest);
  const next = settledVisits(shown, newest);
  if (next !== shown) setShown(next);
  return shown.map((place) => <RecentLine key={place.id} place={place} slug={slug} />);
}

function RecentLine({ place, slug }: { place: Visit; slug: string }) {
  const name = useTroupe((state) => nameOfPlace(state, place));
  const to = useTroupe((state) => pathOfPlace(state, slug, place));
  return <Line to={to} icon={<PlacePicture place={place} />} name={name} />;
}
