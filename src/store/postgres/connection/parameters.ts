import type { Value } from './session.js';

/** Collects the parameters of a statement while it is built. */
export class Parameters {
  readonly values: Value[] = [];

  /** Returns the placeholder of the value. */
  add(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
