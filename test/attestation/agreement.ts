import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AttestationError, parseBundle, verifyBundle } from '../../src/receipts.js';
import type { Sample } from './bundle-corpus.js';
import { acceptedBy, buildVerifiers } from './verifier-programs.js';

/** Verdicts of all verifiers on the same files. */
export interface Agreement {
  /** Texts of the bundles on which verifiers disagree, with the names of those that accept. */
  readonly disputed: readonly { readonly by: readonly string[]; readonly text: string }[];
  /** Samples that were not mutated, and are rejected by some verifier. */
  readonly rejected: number;
  /** Mutated samples that all verifiers accept, and that all reject. */
  readonly mutated: { readonly accepted: number; readonly rejected: number };
}

/** True if the library accepts the file. Other errors than its own are faults. */
function isAccepted({ bytes }: Sample): boolean {
  try {
    verifyBundle(parseBundle(bytes));
    return true;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}

/** Runs the library and the programs of `verify/`; `others`: verdicts of further verifiers, by name. */
export function compareVerifiers(
  samples: readonly Sample[],
  folder: string,
  others: ReadonlyMap<string, readonly boolean[]> = new Map(),
): Agreement {
  return compareVerdicts(samples, folder, new Map([['library', samples.map(isAccepted)], ...others]));
}

/** Compares these verdicts, by name, with those of the programs of `verify/`. */
export function compareVerdicts(
  samples: readonly Sample[],
  folder: string,
  found: ReadonlyMap<string, readonly boolean[]>,
): Agreement {
  const files = samples.map(({ bytes }, at) => {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, bytes);
    return file;
  });
  const programs = buildVerifiers(folder).map((program) => [program.name, acceptedBy(program, files)] as const);
  const verdicts = new Map([...found, ...programs]);
  const accepting = samples.map((_, at) => [...verdicts].filter(([, of]) => of[at]).map(([name]) => name));
  const isBy = (count: number) => (sample: Sample, at: number) => !sample.isValid && accepting[at]?.length === count;
  return {
    disputed: samples.flatMap(({ bytes }, at) => {
      const by = accepting[at] ?? [];
      return by.length === 0 || by.length === verdicts.size ? [] : [{ by, text: Buffer.from(bytes).toString() }];
    }),
    rejected: samples.filter(({ isValid }, at) => isValid && accepting[at]?.length !== verdicts.size).length,
    mutated: { accepted: samples.filter(isBy(verdicts.size)).length, rejected: samples.filter(isBy(0)).length },
  };
}
