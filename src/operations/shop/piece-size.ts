/** Bounds of a piece, in units of its work. */
export interface PieceBounds {
  /** Target duration in milliseconds. */
  readonly target: number;
  /** Units of the first piece. */
  readonly first: number;
  /** Units of the smallest, for busy machines. */
  readonly min: number;
  readonly max: number;
}

/** Adapts the units per transaction to the duration of the last one. */
export class PieceSize {
  units: number;
  private readonly bounds: PieceBounds;

  constructor(bounds: PieceBounds) {
    this.units = bounds.first;
    this.bounds = bounds;
  }

  /** Records the duration of a piece. Milliseconds. */
  took(units: number, time: number): void {
    const { target, min, max } = this.bounds;
    const fitting = Math.floor((units * target) / Math.max(time, 1));
    this.units = Math.max(min, Math.min(fitting, 2 * this.units, max));
  }
}
