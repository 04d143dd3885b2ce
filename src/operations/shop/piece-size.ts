/** Bounds for the size of a piece of work. The caller chooses the unit. */
export interface PieceBounds {
  /** Target duration of a piece. Milliseconds. */
  readonly target: number;
  /** Size of the first piece. */
  readonly first: number;
  /** Minimum size, used even if the machine is busy. */
  readonly min: number;
  readonly max: number;
}

/** Adapts the size of the next piece to the duration of the last one. */
export class PieceSize {
  units: number;
  private readonly bounds: PieceBounds;

  constructor(bounds: PieceBounds) {
    this.units = bounds.first;
    this.bounds = bounds;
  }

  /** Records the size and the duration of a piece. `time`: milliseconds. */
  took(units: number, time: number): void {
    const { target, min, max } = this.bounds;
    const fitting = Math.floor((units * target) / Math.max(time, 1));
    this.units = Math.max(min, Math.min(fitting, 2 * this.units, max));
  }
}
