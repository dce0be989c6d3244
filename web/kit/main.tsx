import { createRoot } from "react-dom/client";
import "@/ui/base.css";
import { TooltipProvider } from "@/ui/Tooltip";
import { Gallery } from "./Gallery";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <TooltipProvider>
    <div style={{ display: "flex", flexWrap: "wrap" }}>
      <Gallery theme="light" />
      <Gallery theme="dark" />
    </div>
  </TooltipProvider>,
);
