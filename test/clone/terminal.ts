import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An ordinary user with an empty home. */
export interface Reader {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Empty unless this process is root. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

export interface Pasted {
  readonly outcome: 'done' | 'failed' | 'serving';
  /** Standard output and standard error, interleaved as in a terminal. */
  readonly output: string;
}

const DONE = '=== pasted ===';
/** Process ids of running shells, so that an interrupted test run also ends their programs. */
const running = new Set<number>();
function endRunning(): void {
  for (const pid of running) process.kill(-pid, 'SIGKILL');
  running.clear();
}
for (const event of ['exit', 'disconnect', 'SIGTERM', 'SIGINT']) process.on(event, endRunning);

const SERVING = /HTTP API\s+http:\/\/\S+\/api/;

/** A shell into which a reader pastes one block after another. It exits at the first command that fails. */
export class Terminal {
  private readonly shell: ChildProcessWithoutNullStreams;
  private readonly scripts: string;
  private output = '';
  private outcome: 'done' | 'failed' | 'serving' = 'done';
  private onOutput: () => void = () => {};

  constructor({ home, env, ids }: Reader, cwd: string) {
    // A process group of its own, so that a signal reaches the programs that the shell has started, like Ctrl-C.
    this.shell = spawn('bash', ['--norc', '--noprofile'], { cwd, env, ...ids, stdio: 'pipe', detached: true });
    const { pid } = this.shell;
    if (pid !== undefined) running.add(pid);
    this.scripts = mkdtempSync(join(home, '..', 'blocks-'));
    chmodSync(this.scripts, 0o755);
    for (const stream of [this.shell.stdout, this.shell.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.output += text;
        this.onOutput();
      });
    }
    this.shell.on('close', () => {
      if (pid !== undefined) running.delete(pid);
      this.outcome = 'failed';
      this.onOutput();
    });
    this.shell.stdin.write('set -euo pipefail\n');
  }

  get isFree(): boolean {
    return this.outcome === 'done';
  }

  /** Resolves when the last command has ended or a portal serves. */
  async paste(script: string): Promise<Pasted> {
    if (!this.isFree) return { outcome: 'failed', output: 'the terminal is not free' };
    const file = join(this.scripts, `${Date.now()}.sh`);
    writeFileSync(file, script);
    this.output = '';
    this.shell.stdin.write(`source '${file}' < /dev/null\necho '${DONE}'\n`);
    await new Promise<void>((resolve) => {
      this.onOutput = () => {
        if (this.outcome === 'done' && SERVING.test(this.output)) this.outcome = 'serving';
        if (this.outcome !== 'done' || this.output.endsWith(`${DONE}\n`)) resolve();
      };
    });
    this.onOutput = () => {};
    return { outcome: this.outcome, output: this.output.replace(`${DONE}\n`, '') };
  }

  /** Ends the shell. A program that is still running gets an interrupt, like Ctrl-C. */
  async close(): Promise<void> {
    const { pid, exitCode, signalCode, stdin } = this.shell;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const closed = once(this.shell, 'close');
    stdin.end();
    if (!this.isFree) process.kill(-pid, 'SIGINT');
    await closed;
  }
}
