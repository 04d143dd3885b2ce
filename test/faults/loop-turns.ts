import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Node flags with which a portal writes its longest event-loop turns to the file LOOP_TIME_FILE. */
export const LOOP_TIME = ['--import', join(import.meta.dirname, 'loop-time.mjs')];

/** Interval for reading the file, in milliseconds. */
const LOOK_EVERY = 20;

/** Longest event-loop turns of a portal, in milliseconds of CPU time. */
export class LoopTurns {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Longest turn since `began`, once everything until now is written. */
  async longestSince(began: number): Promise<number> {
    const ended = Date.now();
    for (;;) {
      const lines = this.lines();
      if (lines.some(({ at }) => at >= ended))
        return Math.max(...lines.filter(({ at }) => at >= began).map(({ milliseconds }) => milliseconds));
      await sleep(LOOK_EVERY);
    }
  }

  private lines() {
    if (!existsSync(this.file)) return [];
    // The last line may be incomplete.
    const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const [at = 0, milliseconds = 0] = line.split(' ').map(Number);
      return { at, milliseconds };
    });
  }
}
