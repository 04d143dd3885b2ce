import type { LogLevel } from './config.js';
import { RepeatedFaults } from './log/repeated-faults.js';
import { toStderr } from './log/stderr.js';
import { withSourceLines } from './source-lines.js';

/**
 * Members of a log line besides its time, level and name; they are not nested. Never log keys, credentials, addresses
 * or emails (docs/running.md).
 */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Creates a log of structured lines on stderr, since stdout is for the protocol of `stdio` and the results of other
 * commands.
 */
export function makeLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  const faults = new RepeatedFaults();
  const line =
    (name: Level) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[name] < RANK[level]) return;
      const say = (repeated?: number) =>
        write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields, repeated })}\n`);
      const fault = RANK[name] < RANK.warn ? undefined : sameFault(event, fields);
      if (fault === undefined) say();
      else faults.report(fault, say);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

/**
 * Identifies equal faults: those with the same cause, such as a full disk, or, if they have no cause, with the same
 * event, subject and text.
 */
function sameFault(event: string, { fault, cause, about }: LogFields): string | undefined {
  if (fault === undefined) return undefined;
  return JSON.stringify(cause === undefined ? [event, about, fault] : [cause]);
}

/** Returns the fields of an unknown error, for the log only. */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { fault: String(error) };
  return {
    fault: error.message,
    stack: error.stack === undefined ? undefined : withSourceLines(error.stack),
    cause: error.cause === undefined ? undefined : String(error.cause),
  };
}
