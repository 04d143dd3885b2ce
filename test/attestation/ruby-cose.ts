import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownLog } from './spec-verifiers.js';

/** A COSE library that knows nothing of this project: Debian's ruby-cose. */

const SCRIPT = join(import.meta.dirname, 'ruby', 'cose.rb');

/** The default Ruby may lack Debian's packages, which only the system's Ruby has. */
const INTERPRETER = ['ruby', '/usr/bin/ruby'].find(
  (program) => spawnSync(program, ['-e', 'require "cose"']).status === 0,
);

/** Reason for skipping the tests with ruby-cose here. In CI it must be present. */
export const RUBY_COSE_MISSING =
  process.env.CI || INTERPRETER !== undefined ? undefined : 'ruby-cose (Debian: ruby-cose) is not on this machine';

/** For each message, returns true if ruby-cose accepts it. */
export function acceptedInRuby(
  type: 'receipt' | 'statement',
  messages: readonly Uint8Array[],
  { origin, key, kid }: KnownLog,
): readonly boolean[] {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const task = { type, messages: messages.map(base64), log: { origin, kid, key: base64(key) } };
  const input = JSON.stringify(task);
  const { status, stdout, stderr } = spawnSync(INTERPRETER ?? 'ruby', [SCRIPT], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return z.array(z.boolean()).parse(JSON.parse(stdout));
}
