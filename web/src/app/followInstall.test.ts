import { afterEach, expect, it, vi } from "vitest";
import { install, useInstall } from "@/actions/install";
import { followInstall } from "./followInstall";

let stop: () => void = () => {};
afterEach(() => {
  stop();
  useInstall.setState({ offer: null });
});

function offered() {
  const prompt = vi.fn<() => Promise<unknown>>(async () => ({ outcome: "dismissed" }));
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { event, prompt };
}

it("names the manifest once the page can hear the browser's offer, and shows no offer that was not made", () => {
  stop = followInstall();
  expect(document.querySelectorAll('link[rel="manifest"]')).toHaveLength(1);
  expect(useInstall.getState().offer).toBeNull();
});

it("uses an offer once, in place of the browser's own bar", async () => {
  stop = followInstall();
  const { event, prompt } = offered();
  expect([event.defaultPrevented, useInstall.getState().offer]).toEqual([true, event]);
  await install();
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(useInstall.getState().offer).toBeNull();
  await install();
  expect(prompt).toHaveBeenCalledTimes(1);
});

it("has nothing left to offer once the app is installed", () => {
  stop = followInstall();
  offered();
  window.dispatchEvent(new Event("appinstalled"));
  expect(useInstall.getState().offer).toBeNull();
});
