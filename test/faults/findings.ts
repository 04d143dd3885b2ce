import { DoesNotHold, type Figures } from './fault.js';

/** Figures of a script, all of them, and those beyond their limits. */
export class Findings {
  private readonly figures: Record<string, number | string> = {};
  private readonly missed: string[] = [];

  add(name: string, figure: number | string, holds = true): void {
    this.figures[name] = figure;
    if (!holds) this.missed.push(`${name}: ${figure}`);
  }

  /** @throws DoesNotHold with all figures when one is beyond its limit */
  all(): Figures {
    if (this.missed.length > 0) throw new DoesNotHold(this.missed.join('\n'), this.figures);
    return this.figures;
  }
}
