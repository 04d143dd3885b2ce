import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AttestationError, parseBundle, verifyBundle } from '../../src/receipts.js';
import { buildGo, XMOD_MISSING } from '../support/go-program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { generateBundles, type Sample } from './bundle-corpus.js';
import { changed, makeBundle, partsOf } from './bundle-sample.js';

/** Checkpoints and proofs of bundles, compared with the note and tlog packages of golang.org/x/mod. */

const [VALID, MUTATED] = volume([20, 100], [200, 2_000]);

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the code of the library's error, or `valid`. */
function verdictOf({ bytes }: Pick<Sample, 'bytes'>): string {
  try {
    verifyBundle(parseBundle(bytes));
    return 'valid';
  } catch (error) {
    if (error instanceof AttestationError) return error.code;
    throw error;
  }
}

/** For each bundle, returns true if x/mod accepts its checkpoint and proofs. */
function acceptedByXmod(samples: readonly Pick<Sample, 'bytes'>[]): readonly boolean[] {
  const program = buildGo(join(import.meta.dirname, 'xmod', 'logs.go'), folder);
  const files = samples.map(({ bytes }, at) => {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, bytes);
    return file;
  });
  const { stdout, stderr } = spawnSync(program, files, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const verdicts = stdout.trimEnd().split('\n');
  if (verdicts.length !== files.length) throw new Error(stderr);
  return verdicts.map((line) => line.endsWith(': log valid'));
}

describe.skipIf(XMOD_MISSING)('golang.org/x/mod', () => {
  it(`accepts the log of each of ${VALID} valid bundles, and of each of ${MUTATED} mutated ones that is valid`, () => {
    const samples = generateBundles(37, VALID, MUTATED);
    const logs = acceptedByXmod(samples);
    const disputed = samples.filter((sample, at) => !logs[at] && verdictOf(sample) === 'valid');
    expect(disputed.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([]);
    expect(samples.filter(({ isValid }, at) => isValid && logs[at])).toHaveLength(VALID);
    expect(logs.filter((isAccepted) => !isAccepted).length).toBeGreaterThan(MUTATED / 4);
  });

  it('rejects each change of a checkpoint or proof that the library rejects', () => {
    const bundle = makeBundle({ index: 5, size: 21 });
    const samples = partsOf(bundle.log).flatMap(({ path, value }) =>
      othersOf(value).map((other) => {
        const log = changed(bundle.log, path, other);
        return { name: path.join('.'), bytes: Buffer.from(JSON.stringify({ ...bundle, log })) };
      }),
    );
    const logs = acceptedByXmod(samples);
    const disputed = samples.filter((sample, at) => logs[at] !== (verdictOf(sample) === 'valid'));
    expect(disputed.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([]);
    expect(samples.length).toBeGreaterThan(100);
  });
});

/** Other values of the same type. Unused bits at the end of base64 stay, since Go ignores them. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, value + 2 ** 32, 0];
  if (typeof value !== 'string') return [];
  const places = [0, 1, value.length >> 2, value.length >> 1, value.length - 6, value.length - 1];
  const flipped = places.flatMap((at) =>
    [1, 2, 8].map((bit) => value.slice(0, at) + String.fromCharCode(value.charCodeAt(at) ^ bit) + value.slice(at + 1)),
  );
  return [...flipped, `${value}x`, value.slice(1), value.slice(0, -1), ''];
}
