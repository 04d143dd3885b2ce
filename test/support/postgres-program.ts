import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { serverUser } from './postgres-binaries.js';

/** Limits connections to this machine. */
const LOCAL = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
const READY = 'ready to accept';
/** Maximum start attempts: a killed server's shared memory takes a moment to be released. */
const MOST_STARTS = 50;
/** Polling interval in milliseconds. */
const MOMENT = 50;

const ran = promisify(execFile);

interface Place {
  /** Folder of the server's programs. */
  readonly binaries: string;
  /** Folder for the server's data and password. */
  readonly folder: string;
  /** Server settings, each as `name=value`. */
  readonly settings: readonly string[];
}

/** A PostgreSQL server process with its data in a folder. */
export class PostgresProgram {
  readonly port: number;
  private readonly place: Place;
  private readonly password: string;
  private child: ChildProcess | undefined;

  private constructor(place: Place, port: number, password: string) {
    this.place = place;
    this.port = port;
    this.password = password;
  }

  /** Creates a server without starting it. `flags` are for initdb. */
  static async created(place: Place, flags: readonly string[] = []): Promise<PostgresProgram> {
    const server = new PostgresProgram(place, await freePort(), randomBytes(12).toString('hex'));
    ownFolder(place.folder);
    const file = join(place.folder, 'password');
    writeFileSync(file, server.password);
    chmodSync(file, 0o644);
    const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${file}`];
    await server.run('initdb', [`--pgdata=${server.data}`, '--encoding=UTF8', '--locale=C', ...login, ...flags]);
    rmSync(file);
    return server;
  }

  /**
   * Creates a standby of this server without starting it. `name`: its application name; `port`: reuses a lost server's
   * port.
   */
  async standby(folder: string, name: string, port?: number): Promise<PostgresProgram> {
    const standby = new PostgresProgram({ ...this.place, folder }, port ?? (await freePort()), this.password);
    ownFolder(folder);
    const from = `${this.url}?application_name=${name}`;
    await standby.run('pg_basebackup', [
      '--dbname',
      from,
      '--pgdata',
      standby.data,
      '--write-recovery-conf',
      '--checkpoint=fast',
    ]);
    return standby;
  }

  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server. Resolves when it accepts connections. */
  async start(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      const said = await this.started();
      if (said === undefined) return;
      if (starts === MOST_STARTS) throw new Error(`PostgreSQL did not start: ${said}`);
      await sleep(MOMENT);
    }
  }

  /**
   * `SIGINT` shuts the server down cleanly; `SIGQUIT` stops it immediately, so the next start performs crash recovery.
   */
  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Kills all server processes with `kill -9`, like a power failure. Linux only. */
  async kill(): Promise<void> {
    const { pids } = this;
    if (pids.length === 0) return;
    const ended = this.child && once(this.child, 'exit');
    for (const one of pids) killOne(one);
    await ended;
    while (pids.some(isRunning)) await sleep(MOMENT);
  }

  /** Process ids of the running server. Linux only. */
  get pids(): number[] {
    const pid = this.child?.pid;
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  }

  private get data(): string {
    return join(this.place.folder, 'data');
  }

  /** Returns `undefined` once the server accepts connections, or its output if it ended before. */
  private async started(): Promise<string | undefined> {
    const flags = [...this.place.settings, ...LOCAL].flatMap((setting) => ['-c', setting]);
    const child = spawn(join(this.place.binaries, 'postgres'), ['-D', this.data, '-p', String(this.port), ...flags], {
      ...serverUser(),
      cwd: this.place.folder,
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    const end = () => void child.kill('SIGQUIT');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    let said = '';
    child.stderr.setEncoding('utf8');
    for await (const text of child.stderr.iterator({ destroyOnReturn: false })) {
      said += text;
      if (said.includes(READY)) break;
    }
    // A server blocks if nobody reads its output.
    child.stderr.resume();
    return said.includes(READY) ? undefined : said;
  }

  private async run(program: string, args: readonly string[]): Promise<void> {
    const options = { ...serverUser(), cwd: this.place.folder, env: ENVIRONMENT };
    await ran(join(this.place.binaries, program), args, options);
  }
}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C' };

/** Gives the server's user read and write access to a folder. */
function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  chmodSync(folder, 0o755);
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Returns false for a process that has ended, even if it is a zombie, which has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
