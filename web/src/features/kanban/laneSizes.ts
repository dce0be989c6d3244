/** The heads of the columns, with the space above them. The style sheet has the same sizes. */
export const headHeight = 48;
export const laneHeadHeight = 32;
export const columnWidth = 228;
export const columnGap = 8;
