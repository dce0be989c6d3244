import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { fetchPageAt } from "./app/Page";
import "./ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
fetchPageAt(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
