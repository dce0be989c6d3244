/** Stands for the filter as a text among the filters that can be opened. No field has this id. */
export const TEXT = "text";

/** Before the id of a field: another filter of that field. */
export const another = "+";
