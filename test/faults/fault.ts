/** Limit on time or memory in a short run, which shares its machine with other tests: figures are only printed. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

/** Measurements by name, for docs/dev/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/** Thrown with all figures if some exceed their limits. */
export class DoesNotHold extends Error {
  readonly figures: Figures;

  constructor(missed: string, figures: Figures) {
    super(missed);
    this.figures = figures;
  }
}

/**
 * A fault scenario and its claim. A file `NAME.fault.ts` exports one as `fault`, with counts from `volume(short,
 * whole)`.
 */
export interface Fault {
  /** Claim, as a sentence. */
  readonly title: string;
  /** Returns a requirement of the script that this machine lacks, if any. */
  readonly missing?: () => string | undefined;
  /**
   * `folder` is on a disk, and is removed afterwards.
   * @throws Error for the first failed check, or DoesNotHold
   */
  run(folder: string): Promise<Figures>;
}
