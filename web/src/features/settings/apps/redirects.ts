/** The addresses in a text, each once. Addresses have no spaces. */
export const redirectsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ""))];
