import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * On a signal, ends the program's child processes, which a signal to the program does not reach, and then the program.
 * Returns a function that registers a child.
 */
export function stopWith(program: EventEmitter, exit: (code: number) => void): (child: ChildProcess) => void {
  const running = new Set<ChildProcess>();
  for (const signal of SIGNALS) {
    program.once(signal, () => {
      for (const child of running) child.kill('SIGTERM');
      exit(128 + constants.signals[signal]);
    });
  }
  return (child) => {
    running.add(child);
    child.once('exit', () => running.delete(child));
  };
}
