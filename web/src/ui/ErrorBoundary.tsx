import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Shown instead of the children if they fail to render. */
  fallback: ReactNode;
  /** The value that the children render. A new value makes the boundary try again. */
  of: unknown;
  children: ReactNode;
}

interface State {
  failed: boolean;
  of: unknown;
}

/** Confines a render error to its children, so the page around them keeps working. React logs the error to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, of: this.props.of };

  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  static getDerivedStateFromProps = ({ of }: ErrorBoundaryProps, state: State): Partial<State> | null =>
    of === state.of ? null : { failed: false, of };

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
