import { Counter, Gauge, type Registry } from 'prom-client';

interface Described {
  readonly name: string;
  readonly help: string;
}

/** Registers a gauge that is read at each scrape, and left out while its value is `undefined`. */
export function gauge(
  registry: Registry,
  about: Described,
  read: () => number | undefined | Promise<number | undefined>,
) {
  new Gauge({
    ...about,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** Registers a counter whose value another module counts. */
export function counter(registry: Registry, about: Described, read: () => number): void {
  new Counter({
    ...about,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Registers counters whose values another module counts, by the values of a label. */
export function counters<L extends string>(
  registry: Registry,
  about: Described,
  label: L,
  read: () => Iterable<readonly [value: string, count: number]>,
): void {
  new Counter<string>({
    ...about,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of read()) this.inc({ [label]: value }, count);
    },
  });
}
