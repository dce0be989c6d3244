import { t } from "@lingui/core/macro";
import { useState, type FormEvent } from "react";
import { linkAddress, typedAddress } from "@/actions/addresses";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import styles from "./Relations.module.css";

/** Asks for an address and, if the person likes, a title. */
export function NewAddress({ ticketId, onDone }: { ticketId: string; onDone: () => void }) {
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const address = typedAddress(url);
    if (address === null) return setProblem(t`Use a web address that starts with http:// or https://.`);
    linkAddress(ticketId, address, title);
    onDone();
  };
  return (
    <form className={styles.address} onSubmit={save}>
      <TextField
        label={t`Web address`}
        error={problem}
        inputMode="url"
        autoComplete="off"
        data-autofocus
        value={url}
        onChange={({ target }) => {
          setUrl(target.value);
          setProblem(null);
        }}
      />
      <TextField label={t`Title`} hint={t`Without a title, the title of the page is shown.`} maxLength={500} value={title} onChange={({ target }) => setTitle(target.value)} />
      <Button size="sm" type="submit" variant="primary">{t`Add link`}</Button>
    </form>
  );
}
