import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Ran, start } from './spawn.js';

/** A `portal stdio` process with raw access to its lines. */
export interface StdioLines {
  send(message: object): void;
  /** The response to the message with this id. */
  answer(id: number): Promise<Answer>;
  /** Closes stdin and waits for the exit. */
  end(): Promise<Ran>;
  /** Waits for the process to exit. */
  ended(): Promise<Ran>;
  readonly child: ReturnType<typeof start>;
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

export function toolCall(id: number, name: string, args: object = {}) {
  return { id, method: 'tools/call', params: { name, arguments: args } };
}

/** Starts `portal stdio` in a folder that is also its home, with this environment. */
export function startStdio(folder: string, env: Readonly<Record<string, string>>, args: readonly string[]): StdioLines {
  const child = start(['stdio', ...args], { HOME: folder, ...env }, folder);
  const answers = new Map<unknown, Answer>();
  const waiting = new Map<number, (answer: Answer) => void>();
  const lines: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const answer = JSON.parse(line);
    answers.set(answer.id, answer);
    waiting.get(answer.id)?.(answer);
  });
  // The process may exit before it has read all input.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  const ended = async () => {
    const [code] = await closed;
    return { code, stdout: lines.join('\n'), stderr };
  };
  return {
    child,
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answer: (id) => {
      const known = answers.get(id);
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.set(id, resolve));
    },
    end: () => {
      child.stdin.end();
      return ended();
    },
    ended,
  };
}
