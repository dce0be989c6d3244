import { Suspense, useEffect } from "react";
import { useContentLeft } from "@/lib/contentLeft";
import { LocationProvider } from "@/lib/location";
import { laterComponent, useUsable } from "@/lib/later";
import { followTheme } from "@/ui/theme";
import { Toaster } from "@/ui/Toast";
import { Boundary } from "./Boundary";
import { Page } from "./Page";

const AfterUsable = laterComponent(async () => (await import("./AfterUsable")).AfterUsable, { instead: () => null });

/** The whole app: shows the page of the address, once the session is known. */
export function App() {
  const left = useContentLeft((content) => content.left);
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
      <Toaster left={left + 16} />
    </LocationProvider>
  );
}
