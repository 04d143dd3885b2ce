import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { PYTHON_MISSING, pythonWithCbor } from './python-verifiers.js';

/** The verifiers of `verify/` in other languages, run as programs. */

/** A program with its fixed arguments. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Result of a run. */
export interface Verdict {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const FOLDER = join(PACKAGE_ROOT, 'verify');

/** Reason for skipping the tests here. In CI, both languages must be present. */
export const VERIFIERS_MISSING =
  process.env.CI || (PYTHON_MISSING === undefined && spawnSync('go', ['version']).status === 0)
    ? undefined
    : "Go (Debian: golang-go) or Python's cryptography is not on this machine";

/** Compiles the Go verifier into a folder, and returns both programs. */
export function buildVerifiers(folder: string): readonly Program[] {
  const compiled = join(folder, 'verify');
  execFileSync('go', ['build', '-o', compiled, 'verify.go'], { cwd: FOLDER });
  return [
    { name: 'verify.py', command: pythonWithCbor(), args: [join(FOLDER, 'verify.py')] },
    { name: 'verify.go', command: compiled, args: [] },
  ];
}

export function runVerifier({ command, args }: Program, more: readonly string[]): Verdict {
  const { status, stdout, stderr } = spawnSync(command, [...args, ...more], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return { code: status, stdout, stderr };
}

/** For each file, returns true if the program accepts it. */
export function acceptedBy(program: Program, files: readonly string[]): readonly boolean[] {
  const { stdout, stderr } = runVerifier(program, files);
  const verdicts = new Map(
    [...stdout.matchAll(/^(.*): (receipt \S+ is|statement of order \S+ is|not) valid/gm)].map(([, file, how]) => [
      file,
      how !== 'not',
    ]),
  );
  return files.map((file) => {
    const verdict = verdicts.get(file);
    if (verdict === undefined) throw new Error(`${program.name} has no verdict on ${file}: ${stderr}`);
    return verdict;
  });
}
