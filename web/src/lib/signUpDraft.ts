/** The sign-up form as typed, for a person who goes back to change it. Kept in memory only, because it includes a password. */
export interface SignUpDraft {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
}

const empty: SignUpDraft = { firstname: "", lastname: "", email: "", password: "" };
let draft: SignUpDraft | null = null;

export function keepDraft({ firstname, lastname, email, password }: SignUpDraft): void {
  draft = { firstname, lastname, email, password };
}

export function keptDraft(): SignUpDraft {
  return draft ?? empty;
}

/** Call this when a sign-up is complete or another one starts. */
export function forgetDraft(): void {
  draft = null;
}
