import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy, RefreshCw } from "lucide-react";
import { isMissingChunk } from "@/lib/later";
import { navigate } from "@/lib/location";
import "@/ui/fonts.css";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { tell } from "@/ui/Toast";
import { MissingChunk } from "./MissingChunk";

function detailOf(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === "string" ? thrown : t`Unknown error`;
}

/** Shown in place of a page that threw or did not load. The rest of the app goes on. */
export function RouteError({ thrown }: { thrown: unknown }) {
  return isMissingChunk(thrown) ? <MissingChunk /> : <Broken thrown={thrown} />;
}

function Broken({ thrown }: { thrown: unknown }) {
  const detail = detailOf(thrown);
  const copy = async () => {
    const stack = thrown instanceof Error ? `\n${thrown.stack ?? ""}` : "";
    await navigator.clipboard.writeText(`${detail}${stack}\n${window.location.pathname}`);
    tell({ text: t`Details copied`, icon: Copy });
  };
  return (
    <ErrorState
      title={t`Something went wrong`}
      detail={detail}
      actions={
        <>
          <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
          <Button onClick={() => navigate("/")}>
            <Trans>Go to the home page</Trans>
          </Button>
          <Button variant="ghost" icon={Copy} onClick={() => void copy()}>
            <Trans>Copy details</Trans>
          </Button>
        </>
      }
    >
      <Trans>This page stopped working. Your edits are safe: they're saved on this device before they're sent.</Trans>
    </ErrorState>
  );
}
