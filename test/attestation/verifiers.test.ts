import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBase64, utf8 } from '../../src/attestation/bytes.js';
import { cosign } from '../../src/attestation/cosignature.js';
import { COSIGNATURE, noteParts, vkeyOf } from '../../src/attestation/note.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compareVerifiers } from './agreement.js';
import { generateBundles } from './bundle-corpus.js';
import {
  CONSUMER,
  CONTEXT_RECEIPT,
  countersignedEntry,
  keyEntry,
  LOG,
  makeBundle,
  makeBundleV1,
  makeCountersigned,
  makeDelegated,
  noteSigner,
  SIGNER,
} from './bundle-sample.js';
import { signChain } from './delegations.js';
import { RECEIPT } from './sample.js';
import { buildVerifiers, type Program, runVerifier, VERIFIERS_MISSING } from './verifier-programs.js';

const folder = temporaryFolder();
let programs: readonly Program[] = [];
beforeAll(() => {
  if (VERIFIERS_MISSING === undefined) programs = buildVerifiers(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(bundle: unknown): string {
  const file = join(folder, 'bundle.json');
  writeFileSync(file, JSON.stringify(bundle));
  return file;
}

const skipped = describe.skipIf(VERIFIERS_MISSING);

/** Runs both programs, which must agree word for word. */
function run(...args: readonly string[]) {
  const [one, ...others] = programs.map((program) => runVerifier(program, args));
  for (const other of others) expect([other.code, other.stdout]).toEqual([one?.code, one?.stdout]);
  return one;
}

const PINS = ['--signer', SIGNER.publicKey.fingerprint, '--log', vkeyOf(LOG)];

skipped('verify.py and verify.go', () => {
  it('print who signed what for a v1 bundle, and exit with 0', () => {
    const bundle = makeBundleV1();
    const ran = run(...PINS, written(bundle));
    expect(ran?.code).toBe(0);
    expect(ran?.stdout.split('\n').slice(1, -2)).toEqual([
      `  signed    by the key ${SIGNER.publicKey.fingerprint}`,
      '  key of    agent agent_7Q2M, in the log since 2026-11-20T09:59:00.000Z',
      `  logged    ${bundle.received_at}, leaf 4 of 7 in ${vkeyOf(LOG)}`,
      `  states    agent agent_7Q2M did job job-0001 for cons_31: success, ${CONTEXT_RECEIPT.issued_at}`,
    ]);
    expect(ran?.stdout).toContain('"order_id":"ord_1"');
  });

  it('print who disputed and accepted, when and with whose key', () => {
    const decisions = (['dispute', 'accept'] as const).map(
      (decision, at) => [5 + at, countersignedEntry(RECEIPT, decision)] as const,
    );
    const ran = run(...PINS, written(makeCountersigned({ decisions: new Map(decisions) })));
    const by = `by consumer cons_31, 2026-11-20T10:00:03.000Z, with the key ${CONSUMER.publicKey.fingerprint}`;
    expect(ran?.stdout.split('\n').slice(-3)).toEqual([
      `  disputed  ${by}, in the log since 2026-11-20T09:58:00.000Z`,
      `  accepted  ${by}, in the log since 2026-11-20T09:58:00.000Z`,
      '',
    ]);
  });

  it('print who allowed what, since when and until when', () => {
    const limits = {
      not_before: '2026-11-20T00:00:00Z',
      expires_at: '2026-11-21T00:00:00Z',
      scope: { job_prefix: 'job' },
    };
    const chain = signChain([{ ...limits, scope: {} }, limits]);
    const ran = run(...PINS, written(makeDelegated({ chain })));
    const until = 'from 2026-11-20T00:00:00Z until 2026-11-21T00:00:00Z';
    expect(ran?.stdout.split('\n').slice(-4)).toEqual([
      `  allowed   by consumer cons_31, with the key ${CONSUMER.publicKey.fingerprint}, in the log since 2026-11-20T09:58:00.000Z`,
      `  allows    the key ${chain[0]?.statement.subject}, ${until}: {}`,
      `  allows    the key ${SIGNER.publicKey.fingerprint}, ${until}: {"job_prefix":"job"}`,
      '',
    ]);
  });

  it.each([1, 2])('reject a chain of %d links by which the signer allows itself', (length) => {
    const limits = { scope: {}, not_before: '2026-11-20T00:00:00Z', expires_at: '2026-11-21T00:00:00Z' };
    const chain = signChain(Array(length).fill(limits), SIGNER);
    const ran = run(...PINS, written(makeDelegated({ chain, root: keyEntry() })));
    expect(ran?.code).toBe(1);
    expect(ran?.stdout).toContain('delegation: a link is for a key that signed it or one before it');
  });

  it('accept the signer as a file with PEM', () => {
    const pem = join(folder, 'signer.pem');
    writeFileSync(pem, SIGNER.publicKey.pem);
    expect(run('--signer', pem, written(makeBundle()))?.code).toBe(0);
  });

  it('reject a v1 bundle that is relabelled as v0, whose members nobody would check', () => {
    const ran = run(...PINS, written({ ...makeBundleV1(), bundle: 'v0' }));
    expect(ran?.code).toBe(1);
    expect(ran?.stdout).toContain('bundle: it has a member of v1');
  });

  it('exit with 1 for a bundle that is not valid, or not of the named keys', () => {
    expect(run(...PINS, written({ ...makeBundle(), id: 'x' }))?.code).toBe(1);
    expect(run('--signer', '0'.repeat(64), written(makeBundle()))?.code).toBe(1);
    expect(run('--log', vkeyOf(noteSigner('other')), written(makeBundle()))?.code).toBe(1);
  });

  it('exit with 2 without a verdict: no named key, no such file, or a wrong option', () => {
    const agreeing = run(written(makeBundle()));
    expect(agreeing?.code).toBe(2);
    expect(agreeing?.stdout).toContain('which you did not name');
    expect(run(...PINS, join(folder, 'absent.json'))?.code).toBe(2);
    expect(run('--signer', join(folder, 'absent.pem'), written(makeBundle()))?.code).toBe(2);
    expect(run('--witness', 'x', written(makeBundle()))?.code).toBe(2);
    expect(run()?.code).toBe(2);
  });

  it('require the cosignature of each named witness', () => {
    const witness = noteSigner('witness.example');
    const vkey = vkeyOf(witness, COSIGNATURE);
    const bundle = makeBundle();
    expect(run(...PINS, '--witness', vkey, written(bundle))?.code).toBe(1);
    const note = bundle.log.checkpoint;
    const line = cosign(noteParts(note).text, witness, 1_764_000_000);
    const witnessed = (more: string) => written({ ...bundle, log: { ...bundle.log, checkpoint: note + more } });
    const ran = run(...PINS, '--witness', vkey, witnessed(line));
    expect([ran?.code, ran?.stdout.includes('witnessed by witness.example')]).toEqual([0, true]);
    const later = cosign(noteParts(note).text, { ...witness, sign: () => new Uint8Array(64) }, 1_764_000_001);
    expect(run(...PINS, '--witness', vkey, witnessed(line + later))?.code).toBe(1);
  });

  it('show texts in ASCII, so that a receipt cannot forge the report', () => {
    const receipt = { ...CONTEXT_RECEIPT, consumer_id: 'a\u202e b' };
    expect(run(...PINS, written(makeBundle({ receipt })))?.stdout).toContain(' for a\\u202e b: ');
  });

  it('agree with the library on a sample of valid and mutated bundles', () => {
    const found = compareVerifiers(generateBundles(1, 20, 200), folder);
    expect(found).toMatchObject({ disputed: [], rejected: 0 });
    expect(found.mutated.accepted).toBeGreaterThan(10);
    expect(found.mutated.rejected).toBeGreaterThan(100);
  });
});

it('has a corpus in which bytes differ between bundles', () => {
  const texts = generateBundles(2, 10, 10).map(({ bytes }) => toBase64(bytes));
  expect(new Set(texts).size).toBeGreaterThan(15);
  expect(utf8(texts[0] ?? '').length).toBeGreaterThan(500);
});
