import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc/<pid>/stat. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * Processor seconds of a whole process so far: user and system, all threads. The threads' own times are in
 * nanoseconds but lack threads that have ended; the process's time has these, in ticks of 10 ms. Linux only.
 * @throws Error if there is no such process
 */
export function processSeconds(pid: number): number {
  return Math.max(liveSeconds(pid), tickedSeconds(pid, OWN));
}

/** Processor seconds of a process and its child processes, even those that have ended. `pids`: the process comes first. */
export function familySeconds(pids: readonly number[]): number {
  const [parent] = pids;
  const ended = parent === undefined ? 0 : tickedSeconds(parent, ENDED_CHILDREN);
  return pids.reduce((sum, pid) => sum + unlessEnded(() => processSeconds(pid)), ended);
}

function liveSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + unlessEnded(() => runningSeconds(`/proc/${pid}/task/${thread}`)), 0);
}

function runningSeconds(folder: string): number {
  const [running] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
  return Number(running) / 1e9;
}

/** Indexes of user and system time in /proc/<pid>/stat, counted after the name. */
const OWN = [11, 12] as const;
const ENDED_CHILDREN = [13, 14] as const;

function tickedSeconds(pid: number, indexes: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return indexes.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS;
}

/** Returns 0 for a process or thread that ended while its files were read. */
function unlessEnded(seconds: () => number): number {
  try {
    return seconds();
  } catch {
    return 0;
  }
}
