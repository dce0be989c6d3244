/** Whether the `email` of an account is an email address. If the account has no address, `email` holds its phone number. */
export const isAddress = (name: string): boolean => name.includes("@");
