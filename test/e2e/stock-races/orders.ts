/** `ahead` may be sold before it is in stock. */
export const ITEMS = ['few', 'some', 'ahead'] as const;

/** The orders of a race, with unit counts that only the callers know. */
export class Orders {
  readonly ids: string[] = [];
  private readonly out = new Map<string, number>();
  private readonly back = new Map<string, number>();

  /** Returns one of the last orders, so that several writers change the same order. */
  any(next: (below: number) => number): string | undefined {
    return this.ids.at(-1 - next(Math.min(6, Math.max(1, this.ids.length))));
  }

  /** Records units that were canceled and did not go back on sale. */
  keptOut(id: string, units: number): void {
    this.out.set(id, this.keptOutOf(id) + units);
  }

  /** Records units that were returned and went back on sale. */
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
