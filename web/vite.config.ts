import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `vite dev` finds the node; the built app is served by the node itself. */
const node = process.env.TROUPE_DEV_NODE ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    // `changeOrigin` stays off: the node compares `Origin` with the origins it was told of.
    proxy: { "/api": { target: node, ws: true } },
  },
});
