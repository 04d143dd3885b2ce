import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBase64Url } from '../../src/attestation/bytes.js';
import { statementPayload } from '../../src/attestation/order-statement.js';
import {
  AttestationError,
  contextHash,
  isMeantAsStatement,
  parseBundle,
  verifyBundle,
  verifyOrderStatement,
} from '../../src/receipts.js';
import { Random } from '../faults/random.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { compareVerdicts } from './agreement.js';
import { generateBundles, mutateText, randomObject, type Sample } from './bundle-corpus.js';
import { CLAIMS, makeStatement, SIGNERS } from './statement-sample.js';
import { buildVerifiers, type Program, runVerifier, VERIFIERS_MISSING } from './verifier-programs.js';

const [VALID, MUTATED] = volume([10, 150], [60, 1_500]);

const folder = temporaryFolder();
let programs: readonly Program[] = [];
beforeAll(() => {
  if (VERIFIERS_MISSING === undefined) programs = buildVerifiers(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const [ES256 = '', EDDSA = ''] = SIGNERS.map(({ jwk }) => jwk.kid);

function written(statement: unknown): string {
  const file = join(folder, 'statement.json');
  writeFileSync(file, JSON.stringify(statement));
  return file;
}

/** Runs both programs, which must agree word for word. */
function run(...args: readonly string[]) {
  const [one, ...others] = programs.map((program) => runVerifier(program, args));
  for (const other of others) expect([other.code, other.stdout]).toEqual([one?.code, one?.stdout]);
  return one;
}

const randomClaims = (random: Random) => ({
  ...CLAIMS,
  iat: random.of([0, CLAIMS.iat, 253_402_300_799]),
  context: { ...randomObject(random), order_id: CLAIMS.sub },
});

function validText(random: Random): string {
  const statement = makeStatement(randomClaims(random));
  return JSON.stringify(random.chance(0.3) ? { data: statement } : statement, null, random.below(3));
}

/** Signs a mutated payload, so that only its form can be wrong. */
function withMutatedPayload(random: Random): Sample {
  const text = Buffer.from(statementPayload(randomClaims(random))).toString();
  const statement = makeStatement({}, { payload: toBase64Url(mutateText(text, random)) });
  return { bytes: Buffer.from(JSON.stringify(statement)), isValid: false };
}

/** Like the programs, checks a file that is not meant as a statement as a bundle, which some mutations make of it. */
async function isAccepted({ bytes }: Sample): Promise<boolean> {
  try {
    const value = parseBundle(bytes);
    if (isMeantAsStatement(value)) await verifyOrderStatement(value);
    else verifyBundle(value);
    return true;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}

describe.skipIf(VERIFIERS_MISSING)('verify.py and verify.go', () => {
  it('print what the shop signed, and exit with 0 for a named key', () => {
    for (const kid of [ES256, EDDSA]) {
      const ran = run('--shop', kid, written({ data: makeStatement() }));
      const note = (one: string) => (one === kid ? '' : ', which you did not name');
      expect(ran?.code).toBe(0);
      expect(ran?.stdout.split(': ').slice(1).join(': ').trimEnd().split('\n')).toEqual([
        'statement of order ord_1 is valid',
        `  signed    with ES256 by the key ${ES256}${note(ES256)}`,
        `  signed    with EdDSA by the key ${EDDSA}${note(EDDSA)}`,
        '  issued    2025-11-20T10:00:00Z, in the name of https://shop.example/deployments/dep_1',
        `  context   ${contextHash(CLAIMS.context)}`,
        '  states    {"order_id":"ord_1","totals":[{"amount":3799,"type":"total"}],"v":2}',
      ]);
    }
  });

  it('exit with 1 for another key than the named ones, and for a changed statement', () => {
    const statement = makeStatement();
    expect(run('--shop', 'another', written(statement))?.code).toBe(1);
    const other = makeStatement({ iat: 1 });
    for (const at of [0, 1]) {
      const signatures = statement.signatures.map((one, index) => (index === at ? other.signatures[at] : one));
      expect(run('--shop', ES256, written({ ...statement, signatures }))?.code).toBe(1);
    }
  });

  it('exit with 2 without a named key of the shop', () => {
    expect(run(written(makeStatement()))?.code).toBe(2);
    expect(run('--signer', '0'.repeat(64), written(makeStatement()))?.code).toBe(2);
  });

  it(`agree with the library on ${VALID} valid and ${MUTATED} mutated statements`, async () => {
    const random = new Random(2);
    const samples = [
      ...generateBundles(1, VALID, MUTATED, validText),
      ...Array.from({ length: MUTATED }, () => withMutatedPayload(random)),
    ];
    const library = await Promise.all(samples.map(isAccepted));
    const found = compareVerdicts(samples, folder, new Map([['library', library]]));
    expect(found).toMatchObject({ disputed: [], rejected: 0 });
    expect(found.mutated.accepted).toBeGreaterThan(MUTATED / 20);
    expect(found.mutated.rejected).toBeGreaterThan(MUTATED);
  });
});
