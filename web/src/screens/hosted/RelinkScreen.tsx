import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { mayPass } from "@/actions/tellFailure";
import { inWords } from "@/api/authMessages";
import { messageOf } from "@/api/error";
import { beginLink, loadProviders } from "@/api/hosted";
import { keepNext, leaveFor } from "@/lib/elsewhere";
import { useSearchParams } from "@/lib/location";
import { safeNext } from "@/lib/paths";
import { PasswordPage } from "./PasswordPage";
import { Unavailable } from "./Unavailable";

/** Asks for the password, and then sends the person to the provider whose account is to be linked. */
export function RelinkScreen() {
  const [params] = useSearchParams();
  const id = params.get("provider") ?? "";
  const next = safeNext(params.get("next"));
  const [name, setName] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const read = async () => {
      const found = (await loadProviders()).find((provider) => provider.id === id);
      if (found) setName(found.name);
      else setMissing(t`This provider isn't available on this server.`);
    };
    read().catch(setFailure);
  }, [id, tries]);
  const again = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  const reason = missing ?? (failure === null ? null : messageOf(failure));
  if (reason !== null) return <Unavailable title={t`Link an account`} reason={reason} next={next} again={mayPass(failure) && missing === null ? again : null} />;
  if (name === null) return null;
  const send = async (password: string) => {
    const url = await beginLink({ provider: id, password });
    keepNext(next);
    leaveFor(url);
  };
  return (
    <PasswordPage
      title={t`Link ${name}`}
      lead={t`Enter your Troupe password, then choose the ${name} account that you want to log in with.`}
      submit={t`Continue to ${name}`}
      busy={t`Opening ${name}…`}
      onPassword={send}
      inWords={(thrown) => inWords(thrown, "hosted")}
      next={next}
    />
  );
}
