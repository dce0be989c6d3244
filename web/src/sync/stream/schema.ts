/**
 * The schema number of this build: it stands for the kinds of entities and the fields that the build knows. It equals
 * `SCHEMA` in `actors/src/domain/entity.rs`. Raise both with every new kind or field: copies that earlier builds have
 * stored lack the new rows.
 */
export const pageSchema: number = 12;

/** The schema numbers of all sides. Builds without a number count as 0. */
export interface Schemas {
  /** The stored copy: the lowest number among the pages that wrote it and the nodes that sent its rows or events. */
  copy: number;
  page: number;
  node: number;
}

/** RS6: True if the copy lacks rows that both the page and the node know. Then a new snapshot is needed. */
export const lacksRows = ({ copy, page, node }: Schemas): boolean => copy < page && copy < node;

/** RS6: The schema number of a copy after rows or events from a node. A node leaves out kinds that it does not know. */
export const schemaAfterNode = ({ copy, page, node }: Schemas): number => Math.min(copy, page, node);
