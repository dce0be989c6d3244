import { Trans } from "@lingui/react/macro";
import { Component, Suspense, type ReactNode } from "react";
import { laterComponent, retryFailed, useRound } from "@/lib/later";
import { useLocation } from "@/lib/location";

/** Fetched while the page is idle. If the fetch fails too, `Bare` takes its place. */
const RouteError = laterComponent<{ thrown: unknown }>(async () => (await import("./RouteError")).RouteError, { instead: Bare });

function Bare() {
  return (
    <p role="alert" style={{ padding: 24 }}>
      <Trans>This page couldn't be loaded. Check your connection.</Trans>{" "}
      <button type="button" style={{ textDecoration: "underline" }} onClick={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </button>
    </p>
  );
}

/** Shows an error instead of a page that threw, until the address changes or missing parts are tried again. */
export function Boundary({ children }: { children: ReactNode }) {
  return <Catcher at={useLocation().key} round={useRound()}>{children}</Catcher>;
}

interface CatcherProps {
  /** The key of the current history entry. */
  at: string;
  /** Another object after each new try. */
  round: object;
  children: ReactNode;
}

interface Caught {
  thrown: { value: unknown } | null;
  at: string;
  round: object;
}

class Catcher extends Component<CatcherProps, Caught> {
  override state: Caught = { thrown: null, at: this.props.at, round: this.props.round };

  static getDerivedStateFromError(value: unknown): Partial<Caught> {
    return { thrown: { value } };
  }

  static getDerivedStateFromProps({ at, round }: CatcherProps, before: Caught): Caught | null {
    if (at === before.at && round === before.round) return null;
    if (before.thrown) retryFailed();
    return { at, round, thrown: null };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === null) return this.props.children;
    return (
      <Suspense>
        <RouteError thrown={thrown.value} />
      </Suspense>
    );
  }
}
