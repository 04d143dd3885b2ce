import { quantile } from './quantile.js';

/** The calls that erase a person, by any surface. */
const ERASURE = /privacy\/erase|erase_personal_data/;
/** Faster calls are not kept. Milliseconds. */
const SLOW = 200;

/** Milliseconds, of one clock. */
interface Span {
  readonly began: number;
  readonly ended: number;
}

/** What was seen of the answers. */
export class Found {
  readonly problems: string[] = [];
  readonly counts = new Map<string, number>();
  /** Bytes, over time. */
  readonly memory: number[] = [];
  private readonly erasures: Span[] = [];
  private readonly slow: (Span & { readonly what: string })[] = [];

  add(what: string, began: number, problem: string | undefined): void {
    const ended = performance.now();
    if (ERASURE.test(what)) this.erasures.push({ began, ended });
    if (ended - began > SLOW) this.slow.push({ what, began, ended });
    if (problem !== undefined) this.problems.push(`${what}: ${problem}`.slice(0, 600));
  }

  /** The call that took longest, of those that a person was erased beside, or of the others. Milliseconds. */
  slowest(isBesideErasure: boolean): { readonly what: string; readonly took: number } {
    const isBeside = (call: Span) => this.erasures.some(({ began, ended }) => began < call.ended && call.began < ended);
    const found = this.slow.filter((call) => isBeside(call) === isBesideErasure);
    const all = found.map(({ what, began, ended }) => ({ what, took: ended - began }));
    return all.sort((a, b) => b.took - a.took)[0] ?? { what: `no call over ${SLOW} ms`, took: SLOW };
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The memory at the end, by what it was in the middle. */
  growth(): number {
    const { memory } = this;
    const middle = memory.slice(Math.floor(memory.length * 0.4), Math.ceil(memory.length * 0.5));
    return quantile(memory.slice(-Math.ceil(memory.length / 10)), 0.5) / quantile(middle, 0.5);
  }

  figures() {
    return {
      ...Object.fromEntries([...this.counts].sort()),
      'answers of 500, or not documented': this.problems.length,
      'longest answer, ms': Math.round(this.slowest(false).took),
      'longest answer beside an erasure, ms': Math.round(this.slowest(true).took),
      erasures: this.erasures.length,
      'memory at the end, by that in the middle': Number(this.growth().toFixed(2)),
    };
  }
}
