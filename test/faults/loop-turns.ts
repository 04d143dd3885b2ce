import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { volume } from '../support/volume.js';
import { UNLIMITED } from './fault.js';
import type { Findings } from './findings.js';

/** Node flags with which a portal writes its longest event-loop turns to the file LOOP_TIME_FILE. */
export const LOOP_TIME = ['--import', join(import.meta.dirname, 'loop-time.mjs')];

/** Maximum event-loop turn, in milliseconds of CPU time. */
const MOST_BLOCKED = volume(UNLIMITED, 25);

/** Interval for reading the file, in milliseconds. */
const LOOK_EVERY = 20;

/** Longest event-loop turns of a portal, in milliseconds of CPU time. */
export class LoopTurns {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Adds the longest turn since `began` to the findings, which fail if it exceeds the limit. */
  async addLongest(findings: Findings, name: string, began: number): Promise<void> {
    const longest = await this.longestSince(began);
    findings.add(
      `${name}: longest turn of the event loop, ms of processor time`,
      Math.round(longest * 10) / 10,
      longest <= MOST_BLOCKED,
    );
  }

  /** Waits until the file covers everything until now. Returns the longest turn since `began`. */
  private async longestSince(began: number): Promise<number> {
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
