/** Saves a file on the person's device, under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the address after this event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
