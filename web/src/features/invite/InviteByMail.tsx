import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import { inviteByMail } from "@/api/invitations";
import { closeOverlay } from "@/lib/overlays";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { ErrorItem } from "@/wire/http.generated";
import { AddressField, type AddressProblem } from "./AddressField";
import { looksLikeAddress, mostAddresses, sameAddress, splitAddresses, withAddresses } from "./addresses";
import styles from "./InviteDialog.module.css";
import { firstTerms, missingIn, Terms, type InviteTerms } from "./Terms";
import { useInvitedRoles } from "./useInvitedRoles";
import { useShareableLists } from "./useShareableLists";

/** The addresses that a refusal names, with the problem of each. */
function itemsOf(thrown: unknown): ErrorItem[] {
  const items = thrown instanceof ApiError ? thrown.details.items : undefined;
  return Array.isArray(items) ? (items as ErrorItem[]) : [];
}

/** Sends invitations to several addresses at once. */
export function InviteByMail({ workspaceId }: { workspaceId: string }) {
  const [addresses, setAddresses] = useState<string[]>([]);
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<ReadonlyMap<string, AddressProblem>>(new Map());
  const roles = useInvitedRoles();
  const [terms, setTerms] = useState<InviteTerms>(() => firstTerms(roles));
  const shareable = useShareableLists();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = (next: InviteTerms) => {
    setTerms(next);
    setFailure(null);
  };
  const problems = new Map(refused);
  for (const address of addresses) if (!looksLikeAddress(address)) problems.set(address, "typing");

  const send = async () => {
    const all = withAddresses(addresses, splitAddresses(typed));
    setAddresses(all);
    setTyped("");
    setFailure(null);
    if (all.length === 0) return setFailure(t`Enter at least one email address.`);
    if (all.length > mostAddresses) return setFailure(t`Invite at most ${mostAddresses} people at once.`);
    if (all.some((address) => problems.has(address) || !looksLikeAddress(address))) {
      return setFailure(t`Correct or remove the marked addresses.`);
    }
    const missing = missingIn(terms, roles, shareable);
    if (missing !== null) return setFailure(missing);
    setBusy(true);
    try {
      const { role, days, lists } = terms;
      const { invited } = await inviteByMail(workspaceId, { addresses: all.join("\n"), role, days, ...(lists.length > 0 && { lists: [...lists] }) });
      const [only = ""] = invited;
      tell({ text: invited.length === 1 ? t`Invitation sent to ${only}` : plural(invited.length, { one: "# invitation sent", other: "# invitations sent" }) });
      closeOverlay();
    } catch (thrown) {
      const items = itemsOf(thrown);
      const known = (value: string) => all.find((address) => sameAddress(address, value)) ?? value;
      setRefused(new Map(items.map(({ value, problem }) => [known(value), problem])));
      setFailure(items.length > 0 ? t`No one was invited yet. Remove the marked addresses.` : messageOf(thrown));
    } finally {
      setBusy(false);
    }
    return undefined;
  };

  return (
    <>
      <AddressField
        addresses={addresses}
        problems={problems}
        typed={typed}
        onTyped={setTyped}
        onAdd={(added) => setAddresses(withAddresses(addresses, added))}
        onRemove={(gone) => {
          setAddresses(addresses.filter((address) => address !== gone));
          setFailure(null);
        }}
      />
      <Terms terms={terms} roles={roles} shareable={shareable} onChange={choose} />
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <Button variant="primary" size="form" disabled={busy} onClick={() => void send()}>
        {busy ? t`Sending…` : addresses.length > 1 ? plural(addresses.length, { one: "Send # invitation", other: "Send # invitations" }) : t`Send invitation`}
      </Button>
    </>
  );
}
