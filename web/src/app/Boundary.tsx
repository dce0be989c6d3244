import { Trans } from "@lingui/react/macro";
import { Component, Suspense, type ReactNode } from "react";
import { laterComponent, retryFailed } from "@/lib/later";
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

/** Shows an error instead of a page that threw, until the address changes. */
export function Boundary({ children }: { children: ReactNode }) {
  return <Catcher at={useLocation().key}>{children}</Catcher>;
}

interface CatcherProps {
  /** The key of the current history entry. */
  at: string;
  children: ReactNode;
}

interface Caught {
  thrown: { value: unknown } | null;
  at: string;
}

class Catcher extends Component<CatcherProps, Caught> {
  override state: Caught = { thrown: null, at: this.props.at };

  static getDerivedStateFromError(value: unknown): Partial<Caught> {
    return { thrown: { value } };
  }

  static getDerivedStateFromProps({ at }: CatcherProps, before: Caught): Caught | null {
    if (at === before.at) return null;
    if (before.thrown) retryFailed();
    return { at, thrown: null };
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
