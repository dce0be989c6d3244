/** True for a field of the browser that takes dropped files itself. */
const takesFiles = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === "file";

function refuse(event: DragEvent): void {
  const { dataTransfer, target, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes("Files") || takesFiles(target)) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}

/** Files that are dropped where no part of the page takes them are refused. A browser would open them in place of the app. */
export function refuseDrops(): () => void {
  document.addEventListener("dragover", refuse);
  document.addEventListener("drop", refuse);
  return () => {
    document.removeEventListener("dragover", refuse);
    document.removeEventListener("drop", refuse);
  };
}
