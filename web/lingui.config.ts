import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

const po = formatter({ lineNumbers: false, printPlaceholdersInComments: false });

type Message = Parameters<typeof po.serialize>[0][string];
type Origin = NonNullable<Message["origin"]>[number];

const byPlace = ([aFile, aLine = 0]: Origin, [bFile, bLine = 0]: Origin) =>
  aFile === bFile ? aLine - bLine : aFile < bFile ? -1 : 1;

/** Sorts the texts by their place in the sources, because the extractor's workers finish in any order. Each text names a file once. */
function inOrder(catalog: Record<string, Message>): Record<string, Message> {
  const placed = Object.entries(catalog).map(([id, message]) => ({ id, message, places: [...(message.origin ?? [])].sort(byPlace) }));
  placed.sort((a, b) => byPlace(a.places[0] ?? [""], b.places[0] ?? [""]) || (a.id < b.id ? -1 : 1));
  return Object.fromEntries(
    placed.map(({ id, message, places }) => {
      const origin = places.filter(([file], at) => file !== places[at - 1]?.[0]);
      return [id, { ...message, origin }];
    }),
  );
}

/** Writes every text of the sources to `src/words/messages.pot`. The same sources give the same file, byte for byte. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en"],
  catalogs: [{ path: process.env.TROUPE_WORDS_OUT ?? "<rootDir>/src/words/{locale}", include: ["<rootDir>/src"], exclude: ["**/*.test.*"] }],
  runtimeConfigModule: {
    i18n: ["@/words/i18n", "i18n"],
    Trans: ["@/words/Trans", "Trans"],
  },
  format: {
    ...po,
    serialize: async (catalog, context) => {
      const text = await po.serialize(inOrder(catalog), { ...context, existing: null });
      return text.replace(/^"POT-Creation-Date:.*\n/m, "");
    },
  },
});
