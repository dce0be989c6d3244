import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { invitationIn, loadSignUpRule, type SignUpRule } from "@/api/signUpRule";
import styles from "./SignUpNote.module.css";

function words({ rule, domains }: SignUpRule): string | null {
  const listed = domains.join(", ");
  if (rule === "invitation") return t`Only people with an invitation can sign up here. Open the link in your invitation first.`;
  return rule === "domains" ? t`Sign up with an address at ${listed}. If you have an invitation, open its link first.` : null;
}

/** Says who may sign up, if not everyone may. Nothing for a person who comes with an invitation. */
export function SignUpNote({ next }: { next: string | null }) {
  const [rule, setRule] = useState<SignUpRule | null>(null);
  useEffect(() => {
    let isShown = true;
    void loadSignUpRule().then((known) => isShown && setRule(known));
    return () => {
      isShown = false;
    };
  }, []);
  const text = rule !== null && invitationIn(next) === null ? words(rule) : null;
  return text === null ? null : <p className={styles.note}>{text}</p>;
}
