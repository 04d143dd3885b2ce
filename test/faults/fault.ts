/**
 * A limit of time or memory at small volume. The short run shares its machine, so its figures are printed and held against
 * nothing; the whole run has the machine to itself.
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
 * One way in which things go wrong, and what must hold then. A file `NAME.fault.ts` exports one as `fault`, and takes its
 * counts from `volume(short, whole)`.
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
