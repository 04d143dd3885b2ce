import { quantile } from './quantile.js';

/** Calls that erase a person, on any surface. */
const ERASURE = /privacy\/erase|erase_personal_data/;
/** Time in milliseconds above which a call is recorded as slow. */
const SLOW = 200;

/** Start and end of a call, in milliseconds of the same clock. */
interface Span {
  readonly began: number;
  readonly ended: number;
}

/** Memory of the portal, in bytes. */
export interface Memory {
  readonly heap: number;
  readonly resident: number;
}

/** Collects statistics of the responses. */
export class Found {
  readonly problems: string[] = [];
  readonly counts = new Map<string, number>();
  /** Measurements over time. */
  readonly memory: Memory[] = [];
  private readonly erasures: Span[] = [];
  private readonly slow: (Span & { readonly what: string })[] = [];

  add(what: string, began: number, problem: string | undefined): void {
    const ended = performance.now();
    if (ERASURE.test(what)) this.erasures.push({ began, ended });
    if (ended - began > SLOW) this.slow.push({ what, began, ended });
    if (problem !== undefined) this.problems.push(`${what}: ${problem}`.slice(0, 600));
  }

  /** Returns the longest call and its milliseconds, among those that overlap an erasure or among all others. */
  slowest(isBesideErasure: boolean): { readonly what: string; readonly took: number } {
    const isBeside = (call: Span) => this.erasures.some(({ began, ended }) => began < call.ended && call.began < ended);
    const found = this.slow.filter((call) => isBeside(call) === isBesideErasure);
    const all = found.map(({ what, began, ended }) => ({ what, took: ended - began }));
    return all.sort((a, b) => b.took - a.took)[0] ?? { what: `no call over ${SLOW} ms`, took: SLOW };
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Returns the heap at the end of the run, divided by the heap in its middle. */
  heapGrowth(): number {
    return this.growth(({ heap }) => heap);
  }

  /** Returns the resident memory of the process at the end of the run, divided by the one in its middle. */
  residentGrowth(): number {
    return this.growth(({ resident }) => resident);
  }

  /** Returns the median of the last tenth, divided by the median of the tenth before the middle. */
  private growth(of: (memory: Memory) => number): number {
    const seen = this.memory.map(of);
    const middle = seen.slice(Math.floor(seen.length * 0.4), Math.ceil(seen.length * 0.5));
    return quantile(seen.slice(-Math.ceil(seen.length / 10)), 0.5) / quantile(middle, 0.5);
  }

  figures() {
    return {
      ...Object.fromEntries([...this.counts].sort()),
      'answers of 500, or not documented': this.problems.length,
      'longest answer, ms': Math.round(this.slowest(false).took),
      'longest answer beside an erasure, ms': Math.round(this.slowest(true).took),
      erasures: this.erasures.length,
      'heap at the end, by that in the middle': Number(this.heapGrowth().toFixed(2)),
      'resident memory at the end, by that in the middle': Number(this.residentGrowth().toFixed(2)),
    };
  }
}
