import { type Loaded, quietly } from './idle.js';

/** A measurement that failed. */
export interface Failure {
  readonly row: string;
  readonly message: string;
}

/** Runs the measurements of a bench program one by one. The failure of one loses none of the others' figures. */
export class Attempts {
  readonly failures: Failure[] = [];

  /**
   * Measures on a quiet machine, and reports the result to stderr. Returns the figure, or nothing after a failure.
   * @param brief formats the figure as a line
   */
  async run<F extends object>(
    row: string,
    measure: () => Promise<F>,
    brief: (figure: F) => string,
  ): Promise<Loaded<F>[]> {
    process.stderr.write(`${row}\n`);
    try {
      const figure = await quietly(measure);
      process.stderr.write(`  ${brief(figure)}\n`);
      return [figure];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`  FAILED: ${message}\n`);
      this.failures.push({ row, message });
      return [];
    }
  }
}
