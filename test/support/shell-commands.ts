import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { listenLocally } from './listen-locally.js';
import { run } from './program.js';
import { environment } from './spawn.js';
import { temporaryFolder } from './temporary-folder.js';

/** Runs a shell's `npx portal` commands in the test's process, since a new process takes half a second of CPU time. */
export interface ShellCommands {
  /** Environment of the shell. */
  readonly env: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

/** Sends the folder, arguments and environment to the test's process, then prints the command's output. */
const NPX = (folder: string, port: string) => `#!/bin/bash
shift
at=${folder}/$$
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; } > "$at.request"
exec 3<> /dev/tcp/127.0.0.1/${port}
echo "$at" >&3
read -r code <&3
cat "$at.out"
cat "$at.err" >&2
exit "$code"
`;

export async function offerShellCommands(): Promise<ShellCommands> {
  const folder = temporaryFolder();
  let last: Promise<void> = Promise.resolve();
  // Runs one command at a time, since each changes the working directory of this process.
  const server = createServer((socket) => {
    last = last.then(() => answer(socket));
  });
  const url = new URL(await listenLocally(server));
  const npx = join(folder, 'bin', 'npx');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(npx, NPX(folder, url.port));
  chmodSync(npx, 0o755);
  return {
    env: { ...environment(), PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) },
    async close() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

async function answer(socket: Socket): Promise<void> {
  for await (const at of createInterface({ input: socket })) {
    const [cwd = '', count, ...rest] = readFileSync(`${at}.request`, 'utf8').split('\0');
    const args = rest.slice(0, Number(count));
    const { code, stdout, stderr } = await runIn(cwd, args, variablesOf(rest.slice(args.length)));
    writeFileSync(`${at}.out`, stdout);
    writeFileSync(`${at}.err`, stderr);
    socket.end(`${code}\n`);
  }
}

/** Parses `NAME=value` entries as `env -0` prints them. */
function variablesOf(lines: readonly string[]): Record<string, string> {
  const pairs = lines.filter((line) => line !== '').map((line) => line.split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

async function runIn(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return await run(args, env);
  } finally {
    process.chdir(before);
  }
}
