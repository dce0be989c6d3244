import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { loadMe, useSession } from "@/api/session";
import { displayName } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { TextField } from "@/ui/Field";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { AccountSections } from "./account/AccountSections";
import { EmailField } from "./account/EmailField";
import { PhoneNumber } from "./account/PhoneNumber";
import { PictureField } from "./PictureField";
import styles from "./Profile.module.css";
import { ProfileField } from "./ProfileField";

/** What a person says about themselves, the same in all their workspaces. */
export function ProfilePage() {
  const session = useSession();
  const row = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  const { firstname, lastname, department, designation, avatarUrl } = row ?? {};
  // The row changes when the person edits the profile on another device. The account has the present profile.
  useEffect(() => {
    loadMe().catch(() => undefined);
  }, [firstname, lastname, department, designation, avatarUrl]);
  if (session.status !== "signedIn") return null;
  const { user } = session;
  const isNameless = user.firstname === "" && user.lastname === "";
  return (
    <section className={settings.section} aria-label={t`Profile settings`}>
      <Head title={t`Profile settings`} text={t`Everyone in your workspaces sees this. Changes are saved as you make them.`} />
      <div className={styles.form}>
        <PictureField id={user.id} name={displayName(user)} avatarUrl={user.avatarUrl} />
        <div className={styles.fields}>
          <ProfileField
            field="firstname"
            label={t`First name`}
            saved={user.firstname}
            autoComplete="given-name"
            hint={isNameless ? t`Without a name, people see your username.` : undefined}
          />
          <ProfileField field="lastname" label={t`Last name`} saved={user.lastname} autoComplete="family-name" />
          <TextField label={t`Username`} tall readOnly value={user.username} hint={t`People mention you as @${user.username}. It can't be changed.`} />
          <ProfileField field="department" label={t`Department`} saved={user.department} autoComplete="off" />
          <ProfileField field="designation" label={t`Job title`} saved={user.designation} autoComplete="organization-title" />
          <EmailField email={user.email} />
          <PhoneNumber email={user.email} />
        </div>
      </div>
      <AccountSections user={user} />
    </section>
  );
}
