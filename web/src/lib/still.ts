/** True if motion is reduced: things appear in their place, and nothing travels. See `lib/motion`. */
export const isStill = (): boolean => document.documentElement.hasAttribute("data-still");
