import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { mayPass } from "@/actions/tellFailure";
import { messageOf } from "@/api/error";
import { loadLinkedAccounts, unlink } from "@/api/hosted";
import { useNavigate, useSearchParams } from "@/lib/location";
import { safeNext } from "@/lib/paths";
import { tell } from "@/ui/Toast";
import type { LinkedAccount } from "@/wire/http.generated";
import { PasswordPage } from "./PasswordPage";
import { Unavailable } from "./Unavailable";

/** Unlinks an account at a provider, after the person has entered the password. */
export function UnlinkScreen() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get("account") ?? "";
  const next = safeNext(params.get("next"));
  const [account, setAccount] = useState<LinkedAccount | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const read = async () => {
      const { accounts, hasPassword, passkeys } = await loadLinkedAccounts();
      const found = accounts.find((linked) => linked.id === id);
      if (!found) setMissing(t`This account is no longer linked.`);
      else if (hasPassword) setAccount(found);
      else if (passkeys > 0) setMissing(t`Set a password in your profile first.`);
      else setMissing(t`This is your only way to log in. Set a password in your profile first.`);
    };
    read().catch(setFailure);
  }, [id, tries]);
  const again = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  const reason = missing ?? (failure === null ? null : messageOf(failure));
  if (reason !== null) return <Unavailable title={t`Unlink an account`} reason={reason} next={next} again={mayPass(failure) && missing === null ? again : null} />;
  if (account === null) return null;
  const { name, email } = account;
  const send = async (password: string) => {
    await unlink({ id, password });
    tell({ text: t`${name} was unlinked` });
    navigate(next ?? "/", { replace: true });
  };
  return (
    <PasswordPage
      title={t`Unlink ${name}?`}
      lead={email === null ? t`You won't be able to log in with ${name} anymore.` : t`You won't be able to log in as ${email} with ${name} anymore.`}
      submit={t`Unlink`}
      busy={t`Unlinking…`}
      onPassword={send}
      next={next}
    />
  );
}
