import { t } from "@lingui/core/macro";
import { TextField } from "@/ui/Field";

interface PhoneFieldProps {
  value: string;
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (phone: string) => void;
}

/** The field for the phone number with which a person logs in. */
export function PhoneField({ value, error, autoFocus = false, onChange }: PhoneFieldProps) {
  return (
    <TextField
      label={t`Phone number`}
      type="tel"
      autoComplete="username"
      autoFocus={autoFocus}
      tall
      value={value}
      error={error}
      hint={t`Include the country code, such as +44 7700 900123`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
