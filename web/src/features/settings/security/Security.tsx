import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { tellFailure } from "@/actions/tellFailure";
import { loadFactorRule, setFactorRule } from "@/api/factorRule";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { FactorRule } from "@/wire/http.generated";
import { Head } from "../Head";
import { Line } from "../preferences/Line";
import settings from "../Settings.module.css";
import { Domains } from "./Domains";
import styles from "./Security.module.css";

/** How many members have no second factor, and what this means for them. */
function hintOf({ required, members, without }: FactorRule): string {
  if (without === 0) return plural(members, { one: "The only member has two-factor authentication.", other: "All # members have two-factor authentication." });
  return required
    ? plural(without, { one: `# of ${members} members has no two-factor authentication, and can't open the workspace.`, other: `# of ${members} members have no two-factor authentication, and can't open the workspace.` })
    : plural(without, { one: `# of ${members} members has no two-factor authentication yet.`, other: `# of ${members} members have no two-factor authentication yet.` });
}

/** What happens to members when the workspace begins to require a second factor. */
function warningOf(without: number): string {
  return without === 0
    ? t`All members already have two-factor authentication. New members need it before they can open the workspace.`
    : plural(without, {
        one: "# member doesn't have two-factor authentication. Until this person turns it on, they can't open the workspace or get its notifications. They keep their role, tasks, shares and API keys.",
        other: "# members don't have two-factor authentication. Until they turn it on, they can't open the workspace or get its notifications. They keep their roles, tasks, shares and API keys.",
      });
}

/** Rules about the accounts of members. For owners. */
export function Security({ slug }: { slug: string }) {
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const [rule, setRule] = useState<FactorRule | "failed" | null>(null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const read = useCallback(
    (signal?: AbortSignal) =>
      workspaceId === undefined
        ? Promise.resolve()
        : loadFactorRule(workspaceId, signal).then(setRule, () => {
            if (!signal?.aborted) setRule((before) => before ?? "failed");
          }),
    [workspaceId],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read]);
  useWhenBack(rule === "failed", () => void read());
  const change = async (required: boolean) => {
    if (workspaceId === undefined) return;
    setAsked(false);
    setBusy(true);
    try {
      setRule(await setFactorRule(workspaceId, required));
      tell({ text: required ? t`Two-factor authentication is now required` : t`Two-factor authentication is now optional` });
    } catch (thrown) {
      tellFailure(thrown, () => change(required));
      await read();
    }
    setBusy(false);
  };
  const known = rule === "failed" ? null : rule;
  return (
    <section className={settings.section} aria-label={t`Security`}>
      <Head title={t`Security`} text={t`How members of this workspace must log in, and who can join automatically.`} />
      {rule === "failed" && (
        <Line name={t`These settings couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      )}
      {known !== null && (
        <Line name={known.required ? t`Two-factor authentication is required` : t`Two-factor authentication is optional`} hint={hintOf(known)}>
          {known.required ? (
            <Button aria-label={t`Make two-factor authentication optional`} disabled={busy} onClick={() => void change(false)}><Trans>Make optional</Trans></Button>
          ) : (
            <Button
              aria-label={t`Require two-factor authentication`}
              disabled={busy || !known.own}
              onClick={() => {
                // The number in the question must be up to date.
                void read();
                setAsked(true);
              }}
            >
              <Trans>Require</Trans>
            </Button>
          )}
        </Line>
      )}
      {known !== null && !known.required && !known.own && (
        <p className={styles.first}>
          <Trans>
            To require two-factor authentication, <Link to={paths.settings(slug, "profile")}>turn it on for your own account</Link> first.
          </Trans>
        </p>
      )}
      {workspaceId !== undefined && <Domains key={workspaceId} workspaceId={workspaceId} />}
      <ConfirmDialog
        open={asked}
        danger={(known?.without ?? 0) > 0}
        title={t`Require two-factor authentication?`}
        text={warningOf(known?.without ?? 0)}
        confirm={t`Require it`}
        onConfirm={() => void change(true)}
        onCancel={() => setAsked(false)}
      />
    </section>
  );
}
