/**
 * A time or memory limit that only the full run enforces. The short run shares its machine, so its figures are only
 * printed.
 */
export const UNLIMITED = Number.POSITIVE_INFINITY;

/** Measurements by name, for docs/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/** Thrown with all figures where some are beyond their limits. */
export class DoesNotHold extends Error {
  readonly figures: Figures;

  constructor(missed: string, figures: Figures) {
    super(missed);
    this.figures = figures;
  }
}

/**
 * A fault scenario and its claims. A file `NAME.fault.ts` exports one as `fault`, with its counts from `volume(short,
 * whole)`.
 */
export interface Fault {
  /** The claim, as a sentence. */
  readonly title: string;
  /** A program the script needs and this machine lacks. */
  readonly missing?: () => string | undefined;
  /**
   * `folder` is on a disk, and removed afterwards.
   * @throws Error for the first thing that does not hold, or DoesNotHold
   */
  run(folder: string): Promise<Figures>;
}
