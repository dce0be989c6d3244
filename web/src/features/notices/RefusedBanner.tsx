import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Suspense } from "react";
import { laterComponent } from "@/lib/later";
import { useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { showNotices, useNotices } from "./open";

/** Loaded later, because few people ever see this banner. */
const UnreadableBanner = laterComponent(async () => (await import("./UnreadableBanner")).UnreadableBanner, { instead: () => null });

/** Shown while a refused edit waits for its author, unless a toast is telling of it. */
export function RefusedBanner() {
  const toasted = useNotices((state) => state.toasted);
  const refused = useTroupe((state) => state.refusals.filter(({ id }) => !toasted.has(id)).length);
  const damaged = useTroupe((state) => state.damaged.length);
  const unreadable = useTroupe((state) => state.unreadable);
  if (refused + damaged === 0) return unreadable && <Suspense><UnreadableBanner /></Suspense>;
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      title={plural(refused + damaged, { one: "# edit not saved.", other: "# edits not saved." })}
      actions={
        <Button size="sm" onClick={() => showNotices()}>
          <Trans>Show edits</Trans>
        </Button>
      }
    >
      {damaged === 0 ? t`Your text is kept.` : t`The copy on this device is damaged.`}
    </Banner>
  );
}
