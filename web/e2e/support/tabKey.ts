import type { Locator, Page } from "playwright-core";

/** What a walk finds: the controls that Tab stopped at, in their order, and what is wrong with them. */
export interface Walk {
  stops: string[];
  faults: string[];
}

/** What the walk keeps in the page between two presses. */
interface Walking {
  root: Element;
  /** How each control and its surroundings look without the focus. */
  looks: Map<Element, string>;
  look: (control: Element) => string;
  name: (control: Element) => string;
}

declare global {
  interface Window {
    walking: Walking;
  }
}

/** Records how all controls of a part of the page look while none has the focus. Runs in the page. */
async function begin(part: string): Promise<{ faults: string[]; count: number }> {
  const roots = [...document.querySelectorAll(part)];
  const root = roots.at(-1);
  if (!root) throw new Error(`no ${part}`);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));

  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 && !element.closest("[inert]");
  const isOff = (element: Element) => element.matches(":disabled");
  // A group of radio buttons is one stop. In the other groups, arrow keys move between the items.
  const isPart = (element: Element) =>
    element.closest("[role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=grid], [role=tree], [role=toolbar]") !== null;
  const isOtherRadio = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.name === "") return false;
    const group = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(({ name, form }) => name === element.name && form === element.form);
    return element !== (group.find(({ checked }) => checked) ?? group[0]);
  };
  const around = (control: Element) =>
    [control, control.parentElement, control.previousElementSibling, control.nextElementSibling, control.closest("label")].filter((each) => each !== null);
  const look = (control: Element) =>
    around(control)
      .map((each) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine } = getComputedStyle(each);
        return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine].join();
      })
      .join(" | ");
  const name = (control: Element) => {
    const label = control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement ? control.labels?.[0] : null;
    const text = control.getAttribute("aria-label") ?? label?.textContent ?? control.textContent;
    return `${control.getAttribute("role") ?? control.localName} “${text.trim().replace(/\s+/g, " ").slice(0, 60)}”`;
  };

  const usual = "a[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls]";
  const found = [...root.querySelectorAll<HTMLElement>(`${usual}, [tabindex], [contenteditable=true]`)].filter((each) => isShown(each) && !isOff(each));
  const controls = found.filter((each) => each.tabIndex >= 0 && !isOtherRadio(each));
  const skipped = found.filter((each) => each.tabIndex < 0 && each.matches(usual) && !isPart(each));
  // React keeps the handlers of an element in a property whose name ends with random letters. A handler around other controls
  // belongs to these.
  const isClicked = (each: HTMLElement) =>
    Object.entries(each).some(([key, props]) => key.startsWith("__reactProps$") && typeof (props as { onClick?: unknown }).onClick === "function");
  const focusable = `${usual}, label, [tabindex]:not([tabindex="-1"]), [role=option], [role=menuitem]`;
  const onlyClicked = [...root.querySelectorAll<HTMLElement>("*")].filter(
    (each) => isShown(each) && isClicked(each) && each.closest(focusable) === null && each.querySelector(focusable) === null,
  );
  window.walking = { root, looks: new Map(controls.map((each) => [each, look(each)])), look, name };
  return {
    count: controls.length,
    faults: [
      ...skipped.map((each) => `Tab does not stop at ${name(each)}`),
      ...onlyClicked.map((each) => `only a pointer can use ${name(each)}`),
      ...controls.filter((each) => each.tabIndex > 0).map((each) => `${name(each)} has a positive tabindex`),
    ],
  };
}

/** Looks at the control that has the focus after a press. Null if no control has it, as between the last one and the first. Runs in the page. */
async function look(): Promise<{ index: number; isNew: boolean; name: string; faults: string[] } | null> {
  const { root, looks, look: now, name } = window.walking;
  const control = document.activeElement;
  if (!control || control === document.body || control === document.documentElement) return null;
  const index = [...looks.keys()].indexOf(control);
  const named = name(control);
  const isNew = index < 0 && root.contains(control);
  if (!root.contains(control)) return { index, isNew, name: named, faults: [`the focus leaves for ${named}`] };
  const faultsNow = (): string[] => {
    if (looks.get(control) === now(control)) return [`nothing shows that ${named} has the focus`];
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return [`${named} is outside the window`];
    const seen = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    // A hidden file input or checkbox has a visible stand-in beside it.
    const isCovered = seen !== null && !seen.contains(control) && !control.contains(seen) && !control.parentElement?.contains(seen);
    return isCovered ? [`${name(seen)} covers ${named}`] : [];
  };
  // Scrolling and transitions may take some frames.
  let faults = faultsNow();
  for (let left = 60; faults.length > 0 && left > 0; left -= 1) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    faults = faultsNow();
  }
  return { index, isNew, name: named, faults };
}

/**
 * Presses Tab until the focus has been on every control of a part of the page (the last one that the selector finds).
 * Lists a fault for each control that Tab does not reach, that does not show the focus, that is covered or outside the
 * window, or that only a pointer can use. In a dialog, it is also a fault if the focus leaves.
 */
export async function walk(page: Page, part = "body"): Promise<Walk> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  let walked = await walkOnce(page, part);
  // If the page has rendered a part again, its controls are new, so the walk starts again.
  for (let left = 2; walked.isChanged && left > 0; left -= 1) walked = await walkOnce(page, part);
  await page.emulateMedia({ reducedMotion: null });
  return walked;
}

async function walkOnce(page: Page, part: string): Promise<Walk & { isChanged: boolean }> {
  const { faults, count } = await page.evaluate(begin, part);
  const reached = new Set<number>();
  const stops: string[] = [];
  let hasNew = false;
  for (let presses = 0; presses < 2 * count + 6; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(look);
    if (stop === null) continue;
    if (stop.index >= 0 && reached.has(stop.index)) break;
    reached.add(stop.index);
    hasNew ||= stop.isNew;
    stops.push(stop.name);
    faults.push(...stop.faults);
  }
  const { missed, isChanged } = await page.evaluate((seen) => {
    const controls = [...window.walking.looks.keys()];
    const missed = controls.filter((_, index) => !seen.includes(index));
    return { missed: missed.map(window.walking.name), isChanged: controls.some((each) => !each.isConnected) };
  }, [...reached]);
  return { stops, faults: [...faults, ...missed.map((each) => `Tab does not reach ${each}`)], isChanged: isChanged || hasNew };
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const isHere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isHere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(control)}`);
}

/** Presses Tab until the control has the focus, then Enter. */
export async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Presses Tab until the field has the focus, then types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
