import { OctagonAlert } from "lucide-react";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import styles from "./AuthLayout.module.css";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { Logo } from "./Logo";
import { PosterArt } from "./StageArt";

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  /** What is said over all of it. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The page of every form that leads in: the form at the left, the mark as a poster at the right. */
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
  /** What went wrong that no single field is to blame for. */
  failure?: string | null;
  submit: string;
  /** In place of the word while the node is at it: "Signing in". */
  busy: string | null;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields, what went wrong, and one button. */
export function AuthForm({ failure, submit, busy, onSubmit, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    // What was sent and came back is mended where it is wrong: the focus goes there.
    if (!sent.current || busy !== null) return;
    // Where no field is to blame it is most likely the one that nobody can read.
    const wrong = form.current?.querySelector<HTMLInputElement>(failure ? '[type="password"]' : '[aria-invalid="true"]');
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
    wrong.select();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy !== null) return;
    sent.current = true;
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={send} noValidate style={{ display: "contents" }}>
      {failure && (
        <p className={styles.failure} role="alert">
          <Icon of={OctagonAlert} />
          {failure}
        </p>
      )}
      {children}
      <Button type="submit" variant="primary" size="form" className={styles.submit} disabled={busy !== null}>
        {busy ?? submit}
      </Button>
    </form>
  );
}

/** The quiet line under a form. */
export function AuthNote({ children }: { children: ReactNode }) {
  return <p className={styles.small}>{children}</p>;
}
