import { Suspense, useEffect } from "react";
import { LocationProvider } from "@/lib/location";
import { laterComponent, useUsable } from "@/lib/later";
import { useShell } from "@/lib/shell";
import { followTheme } from "@/ui/theme";
import { Toaster } from "@/ui/Toast";
import { Boundary } from "./Boundary";
import { Page } from "./Page";

const AfterUsable = laterComponent(async () => (await import("./AfterUsable")).AfterUsable, { instead: () => null });

/** The whole app: shows the page of the address, once the session is known. */
export function App() {
  const contentLeft = useShell((shell) => shell.contentLeft);
  const usable = useUsable((state) => state.usable);
  useEffect(followTheme, []);
  return (
    <LocationProvider>
      <Boundary>
        {/* Nothing is shown while the first chunk loads. */}
        <Suspense>
          <Page />
        </Suspense>
      </Boundary>
      <Suspense>{usable && <AfterUsable />}</Suspense>
      <Toaster left={contentLeft + 16} />
    </LocationProvider>
  );
}
