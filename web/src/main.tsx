import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { restore } from "./api/session";
import { App } from "./app/App";
import { fetchPageAt } from "./app/Page";
import "./ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
// The node is asked before the page is drawn, because both take their time.
void restore();
fetchPageAt(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
