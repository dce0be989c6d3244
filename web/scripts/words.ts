import { fileURLToPath } from "node:url";
import { transformAsync, types, type PluginObj } from "@babel/core";
import linguiMacro from "@lingui/babel-plugin-lingui-macro";
import { getConfig } from "@lingui/conf";
import { compileMessage, type CompiledMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

type Token = CompiledMessage[number];

/** Splits a text at the tags that stand for elements: `Read <0>more</0>`. */
const TAGS = /(<\/?\w+\/?>)/;

/** Puts ⟦ and ⟧ around each literal part, so that a text outside the catalogue stands out. */
function bracketed(text: string): string {
  return text
    .split(TAGS)
    .map((part) => (part.trim() === "" || TAGS.test(part) ? part : `⟦${part}⟧`))
    .join("");
}

function bracketTokens(tokens: readonly Token[]): Token[] {
  return tokens.map((token): Token => {
    if (typeof token === "string") return token === "#" ? token : bracketed(token);
    const [name, type, choices] = token;
    if (typeof choices !== "object" || choices === null) return token;
    const marked = Object.entries(choices).map(([key, value]) => {
      if (typeof value === "string") return [key, bracketTokens([value])];
      return [key, Array.isArray(value) ? bracketTokens(value as Token[]) : value];
    });
    return [name, type, Object.fromEntries(marked)] as Token;
  });
}

/** The parsed form of a message. It is always tokens, because the app has no parser. */
function tokensOf(message: string, pseudo: boolean): Token[] {
  const compiled = compileMessage(message);
  const tokens = typeof compiled === "string" ? [compiled] : compiled;
  return pseudo ? bracketTokens(tokens) : tokens;
}

/** Replaces each message that the macros wrote with its parsed form. */
function parseMessages(pseudo: boolean): PluginObj {
  return {
    name: "parse-messages",
    visitor: {
      ObjectExpression(path) {
        if (!path.node.leadingComments?.some(({ value }) => value === "i18n")) return;
        for (const property of path.node.properties) {
          if (!types.isObjectProperty(property) || !types.isIdentifier(property.key, { name: "message" })) continue;
          if (types.isStringLiteral(property.value)) {
            property.value = types.valueToNode(tokensOf(property.value.value, pseudo));
          }
        }
      },
    },
  };
}

/**
 * Turns Lingui's macros into calls, with each English text parsed at build time and kept beside its id. A chunk holds
 * the texts of its own screens, and the app has no parser. With `pseudo`, every text stands in ⟦brackets⟧.
 */
export function words({ pseudo = process.env.TROUPE_WORDS === "pseudo" } = {}): Plugin {
  const linguiConfig = getConfig({ cwd: fileURLToPath(new URL("..", import.meta.url)) });
  return {
    name: "words",
    enforce: "pre",
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      async handler(code, id) {
        const done = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: id.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] },
          plugins: [[linguiMacro, { stripMessageField: false, linguiConfig }], parseMessages(pseudo)],
        });
        return done?.code == null ? null : { code: done.code, map: done.map ?? null };
      },
    },
  };
}
