import { writeSync } from 'node:fs';
import type { LogLevel } from './config.js';
import { withSourceLines } from './source-lines.js';

/** One event: a name and flat members. Never keys, credentials, addresses or emails (docs/running.md). */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Structured lines to stderr: stdout belongs to the protocol on stdio, and to what was asked elsewhere. */
export function makeLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  const line =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[name] < RANK[level]) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

let pending = '';

/** Lines of one event-loop turn go out in one write; what is pending at the end goes out then. */
function toStderr(line: string): void {
  if (pending === '') setImmediate(flush);
  pending += line;
}

function flush(): void {
  const lines = pending;
  pending = '';
  try {
    if (lines !== '') writeSync(2, lines);
  } catch {
    // A closed or full stderr must not stop the service.
  }
}

process.once('exit', flush);

/** What an unknown error was, for the log only. */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { fault: String(error) };
  return {
    fault: error.message,
    stack: error.stack === undefined ? undefined : withSourceLines(error.stack),
    cause: error.cause === undefined ? undefined : String(error.cause),
  };
}
