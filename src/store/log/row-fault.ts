/** Entries by the id of the row that they are about, in order. */
export type EnteredRows<E> = ReadonlyMap<string, readonly E[]>;

/** A row that is not as its entries say. */
export interface RowFault {
  readonly id: string;
  readonly text: string;
}

/** Describes a row that is not as the log says. `what`: such as "order". */
export function rowFault(what: string, id: string, fault: string): RowFault {
  return { id, text: `${what} ${id} is not as the log says: ${fault}` };
}

/** Fault of a row without any entry. */
export const UNENTERED = 'the log has no entry of it, so it was added';

/** Describes members that differ from those in the log. */
export function changedText(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} changed`;
}
