/** `ahead` may be sold before it is there. */
export const ITEMS = ['few', 'some', 'ahead'] as const;

/** The orders of a race, and what only who made a call knows of them. */
export class Orders {
  readonly ids: string[] = [];
  private readonly out = new Map<string, number>();
  private readonly back = new Map<string, number>();

  /** One of the last, so that several writers meet there. */
  any(next: (below: number) => number): string | undefined {
    return this.ids.at(-1 - next(Math.min(6, Math.max(1, this.ids.length))));
  }

  /** Units were canceled and did not go on sale again. */
  keptOut(id: string, units: number): void {
    this.out.set(id, this.keptOutOf(id) + units);
  }

  /** Units came back and went on sale again. */
  putBack(id: string, units: number): void {
    this.back.set(id, this.putBackOf(id) + units);
  }

  keptOutOf(id: string): number {
    return this.out.get(id) ?? 0;
  }

  putBackOf(id: string): number {
    return this.back.get(id) ?? 0;
  }
}
