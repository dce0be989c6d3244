import { useEffect } from "react";
import { RouterProvider } from "react-router";
import { restore } from "@/api/session";
import { useShell } from "@/lib/shell";
import { followTheme } from "@/ui/theme";
import { Toaster } from "@/ui/Toast";
import { TooltipProvider } from "@/ui/Tooltip";
import { router } from "./router";

/** The whole app: finds out who is here, and shows what the address names. */
export function App() {
  const contentLeft = useShell((shell) => shell.contentLeft);
  useEffect(() => {
    void restore();
    return followTheme();
  }, []);
  return (
    <TooltipProvider>
      <RouterProvider router={router} />
      <Toaster left={contentLeft + 16} />
    </TooltipProvider>
  );
}
