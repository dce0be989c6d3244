import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
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
  useEffect(() => {
    const read = async () => {
      const found = (await loadProviders()).find((provider) => provider.id === id);
      if (found) setName(found.name);
      else setMissing(t`This provider isn't available on this server.`);
    };
    read().catch((thrown: unknown) => setMissing(messageOf(thrown)));
  }, [id]);
  if (missing !== null) return <Unavailable title={t`Link an account`} reason={missing} next={next} />;
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
