import { createRoot } from "react-dom/client";
import "@/ui/base.css";
import "@/ui/fonts.css";
import { Tips } from "@/ui/Tips";
import { Gallery } from "./Gallery";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <>
    <div style={{ display: "flex", flexWrap: "wrap" }}>
      <Gallery theme="light" />
      <Gallery theme="dark" />
    </div>
    <Tips />
  </>,
);
