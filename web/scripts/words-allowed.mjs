/**
 * Literals that look like a text on screen but are not. `in` is the beginning of a path.
 */
export const allowed = [
  { in: "src/api/", texts: ["Bearer …"], why: "a header" },
  { in: "src/api/passkeys.ts", texts: ["Troupe"], why: "the name of the product" },
  { in: "src/features/settings/apps/NewAppDialog.tsx", texts: ["https://app.example/callback"], why: "an example of an address" },
  { in: "src/features/settings/security/DomainDialog.tsx", texts: ["example.org"], why: "an example of a domain" },
  { in: "src/features/ticket/files/Files.tsx", texts: ["Files"], why: "the word of a browser for files in a drag" },
  { in: "src/app/refuseDrops.ts", texts: ["Files"], why: "the word of a browser for files in a drag" },
  { in: "src/lib/useIncomingFiles.ts", texts: ["Files"], why: "the word of a browser for files in a drag" },
  { in: "src/features/toolbar/completion.ts", texts: ["not"], why: "a keyword of the filter language" },
  { in: "src/fields/filter/print.ts", texts: ["not …"], why: "a keyword of the filter language" },
  { in: "src/lib/hotkeys.ts", texts: ["Mod", "Alt", "Shift", "Space"], why: "keys as the code names them" },
  { in: "src/actions/beside.ts", texts: ["button, input, textarea, select, label, [contenteditable]"], why: "a selector" },
  { in: "src/lib/regions.ts", texts: ["nav[data-section], main, aside, [role=\"complementary\"]"], why: "a selector" },
  { in: "src/sync/connection/nodeApi.ts", texts: ["Outdated"], why: "the name of an error's class" },
  { in: "src/sync/tables/tables.ts", texts: ["labels"], why: "the name of a table" },
  { in: "src/screens/workspace/useShownPlace.ts", texts: ["Troupe"], why: "the name of the product" },
  { in: "src/ui/AuthLayout.tsx", texts: ["Troupe", "… · Troupe"], why: "the name of the product" },
  { in: "src/ui/PosterArt.tsx", texts: ["xMidYMid slice"], why: "an SVG value" },
];
