import { useEffect, useRef, type FormEvent, type RefObject } from "react";

interface SentForm {
  busy: boolean;
  /** A failure that belongs to no field. */
  failure: string | null | undefined;
  onSubmit: () => void;
}

interface FormProps {
  ref: RefObject<HTMLFormElement | null>;
  noValidate: true;
  onSubmit: (event: FormEvent) => void;
}

/** The properties of a form that is sent once at a time. After a refusal, the wrong field gets the focus. */
export function useSentForm({ busy, failure, onSubmit }: SentForm): FormProps {
  const ref = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current || busy) return;
    // Without a wrong field, the password is the likely cause, because its text is hidden.
    const wrong = ref.current?.querySelector<HTMLInputElement>(failure ? '[type="password"]' : '[aria-invalid="true"]');
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
    wrong.select();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    sent.current = true;
    onSubmit();
  };
  return { ref, noValidate: true, onSubmit: send };
}
