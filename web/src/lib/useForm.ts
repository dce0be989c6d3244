import { useCallback, useState } from "react";

/** The problems by field; `form` for a problem that belongs to no field. */
export type Problems<Field extends string> = Partial<Record<Field | "form", string>>;

interface FormState<Values extends Record<string, string>> {
  values: Values;
  problems: Problems<Extract<keyof Values, string>>;
  busy: boolean;
  set: (field: keyof Values, value: string) => void;
  /** Validates, then runs the work. `explain` turns an error into problems. */
  submit: (work: (values: Values) => Promise<void>) => Promise<void>;
}

interface FormRules<Values extends Record<string, string>> {
  initial: Values;
  check: (values: Values) => Problems<Extract<keyof Values, string>>;
  explain: (thrown: unknown) => Problems<Extract<keyof Values, string>>;
}

/** A small form of text fields. A problem stays until its field changes. */
export function useForm<Values extends Record<string, string>>(rules: FormRules<Values>): FormState<Values> {
  const [values, setValues] = useState(rules.initial);
  const [problems, setProblems] = useState<Problems<Extract<keyof Values, string>>>({});
  const [busy, setBusy] = useState(false);

  const set = useCallback((field: keyof Values, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined, form: undefined }));
  }, []);

  const submit = async (work: (values: Values) => Promise<void>) => {
    const found = rules.check(values);
    setProblems(found);
    if (Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      await work(values);
    } catch (thrown) {
      setProblems(rules.explain(thrown));
    } finally {
      setBusy(false);
    }
  };

  return { values, problems, busy, set, submit };
}
