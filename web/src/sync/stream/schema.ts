/**
 * The kinds of entities and the fields that this build knows, counted: `SCHEMA` in `actors/src/domain/entity.rs`.
 * Raise both with every kind and every field, since copies of the builds before lack its rows.
 */
export const schema: number = 1;

/** What each side knows. Builds without the number count as 0. */
export interface Known {
  /** The stored copy: the lowest number of the pages that wrote it and of the nodes that sent it rows or events. */
  copy: number;
  page: number;
  node: number;
}

/** RS6: True if the copy lacks rows that the page and its present node both know. */
export const lacksRows = ({ copy, page, node }: Known): boolean => copy < page && copy < node;

/** RS6: The number of a copy that takes rows or events from a node: a node leaves out what it does not know. */
export const fedBy = ({ copy, page, node }: Known): number => Math.min(copy, page, node);
