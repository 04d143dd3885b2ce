/** What was seen, by name: for docs/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/**
 * One way in which things go wrong, and what must hold then. A file `NAME.fault.ts` exports one as `fault`; how much of it is run
 * is taken from `volume(short, whole)`.
 */
export interface Fault {
  /** What is shown, as a sentence. */
  readonly title: string;
  /** What this machine lacks for it. */
  readonly missing?: () => string | undefined;
  /**
   * `folder` is on a disk, and removed afterwards.
   * @throws Error for the first thing that does not hold
   */
  run(folder: string): Promise<Figures>;
}
