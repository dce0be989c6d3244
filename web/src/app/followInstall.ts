import { useInstall, type InstallOffer } from "@/actions/install";

const manifest = "/manifest.webmanifest";

/** Waits for the browser's offer to install the app. Returns a function that stops waiting. */
export function followInstall(): () => void {
  const end = new AbortController();
  const take = (event: Event) => {
    // The app shows the offer in its palette, so the browser shows no bar of its own.
    event.preventDefault();
    useInstall.setState({ offer: event as InstallOffer });
  };
  window.addEventListener("beforeinstallprompt", take, { signal: end.signal });
  window.addEventListener("appinstalled", () => useInstall.setState({ offer: null }), { signal: end.signal });
  // A browser makes its offer once, when it has read the manifest. So the page names the manifest only now.
  if (document.querySelector('link[rel="manifest"]') === null) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: manifest }));
  }
  return () => end.abort();
}
