import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

type Undo = () => Promise<void> | void;

/** Processes and folders that a bench program must not leave behind. */
const leftovers = new Set<Undo>();

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let isEnding = false;
for (const signal of SIGNALS) process.on(signal, () => void endWith(128 + constants.signals[signal]));

/** `npm run` repeats a Ctrl-C that the terminal has already sent, so later signals are ignored. */
async function endWith(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // Requests in flight fail once their server has stopped.
  process.on('uncaughtException', () => {});
  try {
    await removeLeftovers();
  } finally {
    process.exit(code);
  }
}

/** Registers what undoes a start. Returns a function that undoes it now, and not again. */
export function leaves(undo: Undo): () => Promise<void> {
  leftovers.add(undo);
  return async () => {
    if (leftovers.delete(undo)) await undo();
  };
}

/** Registers a child process, which a signal to this program does not reach. Returns a function that ends it. */
export function leavesChild(child: ChildProcess): () => Promise<void> {
  // The run may begin its next step after a signal has ended the server of this one.
  if (isEnding) child.kill('SIGKILL');
  const undo = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  child.once('exit', () => leftovers.delete(undo));
  return leaves(undo);
}

/** Runs work in a new temporary folder. In the end, stops all servers and removes the folder. */
export async function inFolder<R>(name: string, work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`));
  leaves(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await work(folder);
  } finally {
    await removeLeftovers();
  }
}

let removing: Promise<void> | undefined;

/** A signal and a failing run may both want the end: they share it, so that a folder outlives its servers. */
async function removeLeftovers(): Promise<void> {
  removing ??= undoAll().finally(() => {
    removing = undefined;
  });
  await removing;
}

/** Undoes the last start first, since servers write into folders that were made before. */
async function undoAll(): Promise<void> {
  for (let last = [...leftovers].at(-1); last; last = [...leftovers].at(-1)) {
    leftovers.delete(last);
    try {
      await last();
    } catch (error) {
      process.stderr.write(`could not end what the bench has started: ${error}\n`);
    }
  }
}
