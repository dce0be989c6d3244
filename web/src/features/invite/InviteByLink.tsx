import { plural, t } from "@lingui/core/macro";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { createLink } from "@/api/invitations";
import { formatDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import type { Invitation } from "@/wire/http.generated";
import styles from "./InviteDialog.module.css";
import { firstTerms, missingIn, Terms, type InviteTerms } from "./Terms";
import { useInvitedRoles } from "./useInvitedRoles";
import { useShareableLists } from "./useShareableLists";

/** Creates a link that lets people join. */
export function InviteByLink({ workspaceId }: { workspaceId: string }) {
  const roles = useInvitedRoles();
  const [terms, setTerms] = useState<InviteTerms>(() => firstTerms(roles));
  const shareable = useShareableLists();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    const missing = missingIn(terms, roles, shareable);
    setFailure(missing);
    if (missing !== null) return;
    setBusy(true);
    const { role, days, uses, lists } = terms;
    try {
      setInvitation(await createLink(workspaceId, { role, days, ...(uses === null ? { unlimited: true } : { uses }), ...(lists.length > 0 && { lists: [...lists] }) }));
    } catch (thrown) {
      setFailure(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: InviteTerms) => {
    setTerms(next);
    setFailure(null);
    // A link keeps its terms: other terms need a new link.
    setInvitation(null);
  };
  return (
    <>
      <Terms terms={terms} roles={roles} shareable={shareable} withUses onChange={choose} />
      {invitation === null ? (
        <Button variant="primary" size="form" disabled={busy} onClick={() => void make()}>
          {busy ? t`Creating link…` : t`Create invite link`}
        </Button>
      ) : (
        <LinkLine invitation={invitation} />
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

function LinkLine({ invitation: { link, expiresAt, uses } }: { invitation: Invitation }) {
  const [copied, setCopied] = useState(false);
  const until = formatDate(expiresAt.slice(0, 10));
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // If the browser denies the clipboard, the link is at least selected, for Ctrl+C.
      input.current?.select();
    }
  };
  return (
    <>
      <div className={styles.link}>
        <Input ref={input} readOnly aria-label={t`Invite link`} value={link} onFocus={(event) => event.target.select()} />
        <Button icon={copied ? Check : Copy} size="form" className={styles.copy} style={{ height: 32 }} onClick={() => void copy()}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <p className={styles.hint}>
        {uses === null
          ? t`Anyone with this link can join until ${until}. Copy it now: it won't be shown again.`
          : plural(uses, {
              one: `# person can join with this link until ${until}. Copy it now: it won't be shown again.`,
              other: `# people can join with this link until ${until}. Copy it now: it won't be shown again.`,
            })}
      </p>
    </>
  );
}
