import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { roleName } from "@/actions/roleWords";
import { tellFailure } from "@/actions/tellFailure";
import { loadJoinDomains, removeJoinDomain, setJoinDomain } from "@/api/joinDomains";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Menu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import type { JoinDomain, JoinDomains, JoinRole } from "@/wire/http.generated";
import { Line } from "../preferences/Line";
import settings from "../Settings.module.css";
import { useLoaded } from "../useLoaded";
import { DomainDialog } from "./DomainDialog";
import styles from "./Security.module.css";

/** The roles that people can join with. */
const joinRoles: readonly JoinRole[] = ["member", "guest"];

/** What happens when a person with an address at the domain signs up. */
function hintOf({ domain, role, verified }: JoinDomain): string {
  if (!verified) return t`Not verified: no owner has an address at ${domain}. Nobody can join with it.`;
  return role === "guest" ? t`New people join as guests.` : t`New people join as members.`;
}

/** The mail domains whose people join the workspace when they sign up. */
export function Domains({ workspaceId }: { workspaceId: string }) {
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const load = useCallback((signal?: AbortSignal) => loadJoinDomains(workspaceId, signal), [workspaceId]);
  const { state: known, setState: setKnown, read } = useLoaded(load);
  const change = async (send: () => Promise<JoinDomains>, done: string) => {
    setBusy(true);
    try {
      setKnown(await send());
      tell({ text: done });
    } catch (thrown) {
      tellFailure(thrown, () => change(send, done));
      await read();
    }
    setBusy(false);
  };
  const list = known === null || known === "failed" ? null : known;
  return (
    <section className={styles.domains} aria-label={t`Join by email domain`}>
      <header className={styles.head}>
        <div>
          <h3><Trans>Join by email domain</Trans></h3>
          <p>
            <Trans>People who sign up with an email address at one of these domains join this workspace automatically. People who already have an account need an invitation.</Trans>
          </p>
        </div>
        {list !== null && <Button icon={Plus} disabled={busy} onClick={() => setAdding(true)}><Trans>Add domain</Trans></Button>}
      </header>
      {known === "failed" && (
        <Line name={t`The domains couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      )}
      {list?.domains.length === 0 && <p className={settings.empty}><Trans>No domains. People join by invitation.</Trans></p>}
      {list?.domains.map((each) => {
        const { domain, role } = each;
        const held = roleName({}, role);
        return (
          <Line key={domain} name={domain} hint={hintOf(each)}>
            <span className={styles.controls}>
              <Menu
                name={t`Role for ${domain}`}
                items={joinRoles.map((other) => ({
                  id: other,
                  name: roleName({}, other),
                  checked: other === role,
                  onSelect: () => void change(() => setJoinDomain(workspaceId, { domain, role: other }), t`Changed the role for ${domain}`),
                }))}
              >
                <button type="button" className={settings.pick} disabled={busy} aria-label={t`Role for ${domain}: ${held}`}>
                  {held}
                  <Icon of={ChevronDown} size={14} />
                </button>
              </Menu>
              <Button
                size="sm"
                variant="ghost"
                disabled={busy}
                aria-label={t`Remove ${domain}`}
                onClick={() => void change(() => removeJoinDomain(workspaceId, domain), t`Removed ${domain}`)}
              >
                <Trans>Remove</Trans>
              </Button>
            </span>
          </Line>
        );
      })}
      {adding && list !== null && (
        <DomainDialog
          workspaceId={workspaceId}
          suggested={list.domains.some(({ domain }) => domain === list.own) ? "" : (list.own ?? "")}
          onClose={() => setAdding(false)}
          onAdded={(after) => {
            setKnown(after);
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}
