import { DoesNotHold, type Figures } from './fault.js';

/** All figures of a script, and those that exceed their limits. */
export class Findings {
  private readonly figures: Record<string, number | string> = {};
  private readonly missed: string[] = [];

  add(name: string, figure: number | string, holds = true): void {
    this.figures[name] = figure;
    if (!holds) this.missed.push(`${name}: ${figure}`);
  }

  /** @throws DoesNotHold with all figures if any exceeds its limit */
  all(): Figures {
    if (this.missed.length > 0) throw new DoesNotHold(this.missed.join('\n'), this.figures);
    return this.figures;
  }
}
