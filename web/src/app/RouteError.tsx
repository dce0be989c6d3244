import { Copy, RefreshCw } from "lucide-react";
import { useNavigate, useRouteError } from "react-router";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { tell } from "@/ui/Toast";
import { isMissingChunk } from "./build";
import { MissingChunk } from "./MissingChunk";

function detailOf(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === "string" ? thrown : "Unknown error";
}

/** What is shown in place of a page that threw, or did not come: the rest of the app goes on. */
export function RouteError() {
  const thrown = useRouteError();
  return isMissingChunk(thrown) ? <MissingChunk /> : <Broken thrown={thrown} />;
}

function Broken({ thrown }: { thrown: unknown }) {
  const navigate = useNavigate();
  const detail = detailOf(thrown);
  const copy = async () => {
    const stack = thrown instanceof Error ? `\n${thrown.stack ?? ""}` : "";
    await navigator.clipboard.writeText(`${detail}${stack}\n${window.location.pathname}`);
    tell({ text: "Details copied", icon: Copy });
  };
  return (
    <ErrorState
      title="Unexpected Application Error!"
      detail={detail}
      actions={
        <>
          <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button onClick={() => void navigate("/")}>Go to the start</Button>
          <Button variant="ghost" icon={Copy} onClick={() => void copy()}>
            Copy details
          </Button>
        </>
      }
    >
      This page stopped working. Your tasks are safe: every edit is stored before it is sent.
    </ErrorState>
  );
}
