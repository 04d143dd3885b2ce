import { readFileSync } from 'node:fs';
import type { TestPortal } from './portal.js';

/** Every text that a portal keeps, or has logged, of what happened so far. */
export function tracesOf({ database, logged }: Pick<TestPortal, 'database' | 'logged'>): string {
  const files = ['', '-wal'].map((end) => readFileSync(`${database}${end}`, 'latin1'));
  return [...files, ...logged].join('\n');
}
