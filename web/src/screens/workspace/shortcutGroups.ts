import type { ShortcutGroup } from "@/features/shortcuts/ShortcutsDialog";

/** The keys of the shell; views and tickets add theirs. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    name: "Everywhere",
    shortcuts: [
      { name: "Browse all", keys: "Mod+K" },
      { name: "New task", keys: "N" },
      { name: "New list", keys: "Shift+L" },
      { name: "Invite people", keys: "Shift+I" },
      { name: "Keyboard shortcuts", keys: "?" },
    ],
  },
  {
    name: "Go to",
    shortcuts: [
      { name: "Assigned to me", keys: "G A" },
      { name: "Created by me", keys: "G C" },
      { name: "Private tasks", keys: "G P" },
    ],
  },
];
