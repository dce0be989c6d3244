import { OctagonAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import styles from "./AuthLayout.module.css";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { Logo } from "./Logo";
import { PosterArt } from "./PosterArt";
import { useSentForm } from "./useSentForm";

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  /** A banner above the page. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The page of all sign-in and sign-up forms: the form at the left, the mark as a poster at the right. */
export function AuthLayout({ title, lead, banner, children }: AuthLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Troupe`;
    return () => {
      document.title = "Troupe";
    };
  }, [title]);
  return (
    <div className={styles.whole}>
      {banner}
      <main className={styles.page}>
        <div className={styles.form}>
          <a className={styles.brand} href="/">
            <Logo size={28} />
            Troupe
          </a>
          <div className={styles.middle}>
            <h1>{title}</h1>
            {lead !== undefined && <p className={styles.lead}>{lead}</p>}
            {children}
          </div>
          <div className={styles.foot}>{window.location.host}</div>
        </div>
        <div className={styles.side}>
          <PosterArt className={styles.poster} />
        </div>
      </main>
    </div>
  );
}

interface AuthFormProps {
  /** A failure that belongs to no field. */
  failure?: string | null;
  submit: string;
  /** The button's text while the node works: "Signing in". */
  busy: string | null;
  /** Whether the form can be sent yet. */
  ready?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields, a failure, and one button. */
export function AuthForm({ failure, submit, busy, ready = true, onSubmit, children }: AuthFormProps) {
  const locked = busy !== null || !ready;
  const form = useSentForm({ busy: locked, failure, onSubmit });
  return (
    <form {...form} style={{ display: "contents" }}>
      {failure && (
        <p className={styles.failure} role="alert">
          <Icon of={OctagonAlert} />
          {failure}
        </p>
      )}
      {children}
      <Button type="submit" variant="primary" size="form" className={styles.submit} disabled={locked}>
        {busy ?? submit}
      </Button>
    </form>
  );
}

/** The small line below a form. */
export function AuthNote({ children }: { children: ReactNode }) {
  return <p className={styles.small}>{children}</p>;
}
