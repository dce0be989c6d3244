import { TriangleAlert } from "lucide-react";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { showNotices } from "./open";

/** As long as an edit that was refused waits for what is to become of it. */
export function RefusedBanner() {
  const count = useTroupe((state) => state.refusals.length);
  if (count === 0) return null;
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      title={`${counted(count, "edit")} not saved.`}
      actions={
        <Button size="sm" onClick={() => showNotices()}>
          Show edits
        </Button>
      }
    >
      What you wrote is kept.
    </Banner>
  );
}
