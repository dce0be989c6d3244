/**
 * The schema number: it counts the kinds of entities and the fields that this build knows. It equals `SCHEMA` in
 * `actors/src/domain/entity.rs`. Raise both with every new kind or field, because stored copies of earlier builds lack
 * its rows.
 */
export const schema: number = 5;

/** The schema numbers of all sides. Builds without a number count as 0. */
export interface Known {
  /** The stored copy: the lowest number among the pages that wrote it and the nodes that sent its rows or events. */
  copy: number;
  page: number;
  node: number;
}

/** RS6: True if the copy lacks rows that the page and its present node both know. */
export const lacksRows = ({ copy, page, node }: Known): boolean => copy < page && copy < node;

/** RS6: The number of a copy that takes rows or events from a node, because a node leaves out what it does not know. */
export const fedBy = ({ copy, page, node }: Known): number => Math.min(copy, page, node);
