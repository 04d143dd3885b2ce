import type { Value } from './session.js';

/** The parameters of a statement while it is put together. */
export class Parameters {
  readonly values: Value[] = [];

  /** Where the statement has this value. */
  add(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
