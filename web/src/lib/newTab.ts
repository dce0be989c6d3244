interface Press {
  button: number;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  preventDefault(): void;
}

/** True if a click asks for a new tab, by the rules that browsers apply to links. */
export const opensTab = ({ ctrlKey, metaKey }: Press): boolean => ctrlKey || metaKey;

/** True for a click on a link that only follows it, without a key held down. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Press & { altKey: boolean }): boolean => button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Opens an address of this app in a new tab. */
export function openTab(href: string): void {
  window.open(href, "_blank", "noopener");
}

/** Call this on mouse down on a row or card: by default the middle button starts to scroll, and Shift selects text. */
export function keepPage(event: Press): void {
  if (event.button === 1 || (event.button === 0 && event.shiftKey)) event.preventDefault();
}
