import type { Page } from "playwright-core";

/**
 * What does not fit into the window: the document, if it scrolls sideways, and each control that is cut off. With a
 * dialog, its controls only, and they must also be between the upper and the lower edge. Controls in tables, charts and
 * other parts that scroll by themselves may be out of sight, but not the controls of a bar.
 */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth: width, clientHeight: height, scrollWidth } = document.documentElement;
    const found = scrollWidth > width ? [`The document is ${scrollWidth - width} px too wide.`] : [];
    const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
    /** A bar must not scroll sideways itself. The head of a column of the board scrolls with its column. */
    const barOr = (control: Element) => control.closest("header, [role=toolbar]") ?? control;
    /** Moves a control into sight within a part that scrolls up and down, as a wheel would. */
    const reveal = (control: Element) => control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const scrollsSideways = (control: Element) => {
      for (let part = control.parentElement; part !== null; part = part.parentElement)
        if (part.scrollWidth > part.clientWidth && ["auto", "scroll"].includes(getComputedStyle(part).overflowX)) return true;
      return false;
    };
    for (const control of (dialog ?? document.body).querySelectorAll("button, input, select, textarea, [role=tab], [role=combobox]")) {
      const box = () => control.getBoundingClientRect();
      // Words for screen readers alone are one pixel wide.
      const isDrawn = () => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box().width > 1;
      if (!isDrawn() || scrollsSideways(barOr(control))) continue;
      if (dialog !== null) reveal(control);
      const { left, right, top, bottom } = box();
      // A native checkbox is larger than its drawing.
      const slack = control.matches("input[type=checkbox]") ? 8 : 1;
      const out = left < -slack || right > width + slack || (dialog !== null && (top < -slack || bottom > height + slack));
      if (out) found.push(`${control.getAttribute("aria-label") ?? control.textContent}: ${Math.round(left)} to ${Math.round(right)}, ${Math.round(top)} to ${Math.round(bottom)}`);
    }
    return found;
  });
}
