import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { changeRoles } from "@/actions/config";
import { mayGive } from "@/actions/memberRights";
import { useHotkeys } from "@/lib/hotkeys";
import { heldAs } from "@/sync/roles";
import { undo, useTroupe } from "@/sync/store";
import { DiscardDialog } from "@/ui/Discard";
import { Keys } from "@/ui/Keys";
import { tell } from "@/ui/Toast";
import type { HeldRole, RoleRecord } from "@/wire/generated";
import { askToDiscard, forgetDrafts, keepDrafts, useRoleDrafts } from "./drafts";
import { changedIn, drafted } from "./roles";
import styles from "./Roles.module.css";

interface SaveBarProps {
  roles: readonly RoleRecord[];
  counts: ReadonlyMap<HeldRole, number>;
}

/** Shown while changes of roles are not saved. All of them are saved as one undo step. */
export function SaveBar({ roles, counts }: SaveBarProps) {
  const drafts = useRoleDrafts((state) => state.drafts);
  const asking = useRoleDrafts((state) => state.asking);
  const capabilities = useTroupe((state) => state.capabilities);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  const changed = roles.filter((role) => role.system === null && changedIn(role, drafts[role.id]).length > 0);
  const isHeld = (role: RoleRecord) => (counts.get(heldAs(role)) ?? 0) > 0;
  const tooMuch = changed.find((role) => !mayGive(capabilities, mine, drafted(role, drafts[role.id]), isHeld(role)));
  const save = () => {
    if (tooMuch || changed.length === 0) return;
    const [only] = changed;
    const changes = changed.map((role) => ({ roleId: role.id, capabilities: [...drafted(role, drafts[role.id])] }));
    forgetDrafts();
    const said = changed.length === 1 ? t`Saved the role “${only?.name ?? ""}”` : plural(changed.length, { one: "Saved # role", other: "Saved # roles" });
    void changeRoles(changes, plural(changed.length, { one: "changing a role", other: "changing # roles" })).then(
      (answers) => answers.every(({ ok }) => ok) && tell({ text: said, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  useHotkeys(changed.length === 0 ? {} : { "form:Mod+Enter": save });
  // What was ticked and cleared again is no change.
  const idle = changed.length === 0;
  useEffect(() => {
    if (idle) forgetDrafts();
  }, [idle, drafts]);
  if (changed.length === 0) return null;
  const edits = changed.reduce((sum, role) => sum + changedIn(role, drafts[role.id]).length, 0);
  const people = changed.reduce((sum, role) => sum + (counts.get(heldAs(role)) ?? 0), 0);
  const [first] = changed;
  return (
    <div className={styles.bar} role="region" aria-label={t`Unsaved roles`}>
      <b dir="auto" title={first?.name}>
        {changed.length === 1 ? first?.name : plural(changed.length, { one: "# role", other: "# roles" })}
      </b>
      <span className={styles.what} role="status">
        {tooMuch
          ? t`“${tooMuch.name}” can't allow as much as your own role while people have it.`
          : `${plural(edits, { one: "# change", other: "# changes" })}, ${plural(people, { one: "for # person", other: "for # people" })}`}
      </span>
      <button type="button" onClick={() => void askToDiscard()}>
        <Trans>Discard</Trans>
        <Keys keys="Escape" tone="inverse" />
      </button>
      <button type="button" className={styles.save} disabled={tooMuch !== undefined} onClick={save}>
        {changed.length === 1 ? t`Save role` : t`Save roles`}
        <Keys keys="form:Mod+Enter" tone="inverse" />
      </button>
      <DiscardDialog open={asking} onCancel={keepDrafts} onDiscard={forgetDrafts} />
    </div>
  );
}
