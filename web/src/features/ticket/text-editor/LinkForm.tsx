import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Editor } from "@tiptap/core";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { typedAddress } from "@/actions/addresses";
import { Button } from "@/ui/Button";
import styles from "./TextEditor.module.css";

/** Asks for the address of a link on the selected text. Without a selection, the address itself is the text. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(before);
  const [invalid, setInvalid] = useState(false);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const mail = /^(?:mailto:)?([^\s@]+@[^\s@]+)$/.exec(typed.trim())?.[1];
    const href = mail === undefined ? typedAddress(typed) : `mailto:${mail}`;
    if (href === null) return setInvalid(true);
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && before === "") chain.insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <form className={styles.link} onSubmit={save}>
      <input
        onKeyDown={press}
        type="text"
        inputMode="url"
        autoFocus
        aria-label={t`Link address`}
        aria-invalid={invalid}
        placeholder={t`https://`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setInvalid(false);
        }}
      />
      <Button size="sm" type="submit">
        <Trans>Save link</Trans>
      </Button>
      {before !== "" && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onClose();
          }}
        >
          <Trans>Remove link</Trans>
        </Button>
      )}
      {invalid && <span role="alert" className={styles.invalid}><Trans>Enter a web or email address.</Trans></span>}
    </form>
  );
}
