/** The height of the two rows of time, in pixels, and that of the milestones below them. */
export const headHeight = 48;
export const milestonesHeight = 32;
/** The height of a row on a phone: a finger needs more than a mouse. */
export const phoneRow = 44;
/** The width of the tree on a phone: a state and the beginning of a title. */
export const phoneTree = 132;
