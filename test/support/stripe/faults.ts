/**
 * A way in which a request fails. `rate_limit` and `error`: without effect. `error_after` and `cut_after`: after it took effect,
 * with a 500 or with a response whose connection breaks.
 */
export type Fault = 'rate_limit' | 'error' | 'error_after' | 'cut_after';

/** A request that waits at the stand-in before it takes effect, or after that for its response. */
export interface Held {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>;
  release(): void;
}

type When = 'before' | 'after';

interface Hold extends Held {
  readonly path: string;
  readonly when: When;
  arrive(): void;
  readonly released: Promise<void>;
}

/** Faults and holds of the next requests whose path ends as given. */
export class Faults {
  private readonly planned: { readonly path: string; readonly fault: Fault }[] = [];
  private readonly holds: Hold[] = [];

  plan(path: string, fault: Fault): void {
    this.planned.push({ path, fault });
  }

  take(path: string): Fault | undefined {
    const index = this.planned.findIndex((one) => path.endsWith(one.path));
    return index < 0 ? undefined : this.planned.splice(index, 1)[0]?.fault;
  }

  hold(path: string, when: When = 'before'): Held {
    let arrive = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold: Hold = { path, when, arrived, released, arrive: () => arrive(), release: () => release() };
    this.holds.push(hold);
    return hold;
  }

  async waitFor(path: string, when: When): Promise<void> {
    const index = this.holds.findIndex((one) => one.when === when && path.endsWith(one.path));
    const hold = index < 0 ? undefined : this.holds.splice(index, 1)[0];
    hold?.arrive();
    await hold?.released;
  }
}
