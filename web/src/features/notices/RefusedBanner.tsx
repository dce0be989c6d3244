import { HardDrive, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { showNotices } from "./open";

/** As long as an edit that did not arrive waits for what is to become of it. */
export function RefusedBanner() {
  const refused = useTroupe((state) => state.refusals.length);
  const damaged = useTroupe((state) => state.damaged.length);
  if (refused + damaged === 0) return <UnreadableBanner />;
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      title={`${counted(refused + damaged, "edit")} not saved.`}
      actions={
        <Button size="sm" onClick={() => showNotices()}>
          Show edits
        </Button>
      }
    >
      {damaged === 0 ? "What you wrote is kept." : "What this device kept is damaged."}
    </Banner>
  );
}

/** What this device kept cannot be opened: all that the server has is here, and what it does not have may be gone. */
function UnreadableBanner() {
  const unreadable = useTroupe((state) => state.unreadable);
  const [seen, setSeen] = useState(false);
  if (!unreadable || seen) return null;
  return (
    <Banner
      tone="danger"
      icon={HardDrive}
      title="What this device kept cannot be opened."
      actions={
        <Button size="sm" onClick={() => setSeen(true)}>
          Understood
        </Button>
      }
    >
      Everything that was saved is here. Edits that had not been sent before may be missing; please look after them.
    </Banner>
  );
}
