import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { pdfParts } from "./scripts/pdfParts.ts";
import { words } from "./scripts/words.ts";
import { worker } from "./scripts/worker.ts";

/** Where `vite dev` finds the node; the built app is served by the node itself. */
const node = process.env.TROUPE_DEV_NODE ?? "http://127.0.0.1:8080";

/** Fetches the main font in parallel with the styles that use it, not after them. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    transformIndexHtml(_, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /archivo-latin-standard-normal-[^/]+\.woff2$/.test(file));
      const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${font}` };
      return font === undefined ? [] : [{ tag: "link", attrs, injectTo: "head" }];
    },
  };
}

/**
 * Drops the components of react-router that no page uses: forms, prefetching, scroll restoration. Neither the calls that
 * make them nor the names that they get for developer tools are marked as pure.
 */
function withoutUnusedRouting(): Plugin {
  return {
    name: "without-unused-routing",
    apply: "build",
    transform(code, id) {
      if (!id.includes("/react-router/")) return null;
      const calls = code.replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1");
      return { code: calls.replace(/^\w+\.displayName = .*;$/gm, ""), map: null };
    },
  };
}

/** Takes the build of react-router that has no warnings for developers: its package names the other one for every build. */
function productionRouting(): Plugin {
  return {
    name: "production-routing",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id === "react-router" ? fileURLToPath(new URL("./node_modules/react-router/dist/production/index.mjs", import.meta.url)) : null),
  };
}

/** Drops the random keys of the icons' paths: the paths never change places, and only React's development build asks for keys. */
function withoutIconKeys(): Plugin {
  return {
    name: "without-icon-keys",
    apply: "build",
    transform(code, id) {
      return id.includes("/lucide-react/") ? { code: code.replace(/,\s*key: "\w+"/g, ""), map: null } : null;
    },
  };
}

export default defineConfig({
  plugins: [words(), react(), preloadFont(), pdfParts(), productionRouting(), withoutUnusedRouting(), withoutIconKeys(), worker()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    // Every browser that can run this build supports `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Hashes do not compress, and the first load names many files. 42 bits of a hash tell two versions of a file apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        entryFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // Modules that are always fetched together are one file, because small files compress worse.
        codeSplitting: {
          includeDependenciesRecursively: true,
          groups: [
            { name: "base", priority: 4, test: /src\/main\.tsx$/ },
            { name: "controls", priority: 3, test: /src\/(ui\/(Button|Field|Icon|Keys|Logo)\.tsx|api\/auth\.ts)$/ },
            { name: "form", priority: 2, test: /src\/screens\/sign-in\/SignInScreen\.tsx$/ },
            // The other pages in front of the app.
            { name: "account", priority: 0, test: /src\/(app\/OtherPages|screens\/(sign-up|forgot-password|confirm|invitation|first-workspace|not-found|hosted)\/|features\/(auth-forms|hosted)\/|features\/log-out\/leaveProvider|actions\/mailbox\/|lib\/elsewhere|api\/(account|authMessages|hosted|passkeys|secondFactor|signUpDraft)\.ts|ui\/CodeField)/ },
            { name: "workspace", priority: 1, test: /src\/(app\/WorkspacePages|screens\/list-page\/ListPage)\.tsx$/ },
          ],
        },
      },
      treeshake: {
        // Drops components that are never rendered, even if their library does not mark them as pure.
        manualPureFunctions: ["React.createContext", "React.forwardRef", "React.lazy", "React.memo", "createContext", "forwardRef", "lazy", "memo"],
        propertyReadSideEffects: false,
      },
    },
  },
  server: {
    port: 5173,
    // `changeOrigin` stays off: the node compares `Origin` with the origins it was told of.
    proxy: { "/api": { target: node, ws: true } },
  },
});
