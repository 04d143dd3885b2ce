import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contextHash,
  type ReceiptBundle,
  readPublicKey,
  receiptHash,
  signedBytes,
  verifyBundle,
} from '../../src/receipts.js';
import { CONSUMER, makeBundleV1, makeCountersigned, makeDelegated, SIGNER } from '../attestation/bundle-sample.js';
import { signChain } from '../attestation/delegations.js';
import { RECEIPT } from '../attestation/sample.js';
import { makeStatement } from '../attestation/statement-sample.js';
import { changeCharacter } from '../support/change-character.js';
import { run, runWithInput } from '../support/program.js';
import { portal } from '../support/spawn.js';
import { portalBundle } from './receipts/bundle.js';
import { Folder } from './receipts/folder.js';
import { Signer } from './receipts/signer.js';

let folder: Folder;
let bundle: ReceiptBundle;
let file: string;
beforeAll(async () => {
  folder = new Folder();
  bundle = await portalBundle(folder);
  file = folder.write('bundle.json', bundle);
});
afterAll(() => folder.remove());

const verify = (...args: string[]) => run(['receipt', 'verify', ...args]);
const unpinned = (name: string) =>
  `portal: ${name}: it agrees with itself, but was compared with no key that you know: pass --signer or --log, or --any-signer\n`;
const fingerprint = () => readPublicKey(bundle.public_key).fingerprint;

describe('portal receipt verify', () => {
  test("verifies a portal's bundle from a file or standard input, alone or within the API's response", async () => {
    const bare = await verify(file);
    expect(bare).toMatchObject({ code: 3, stderr: unpinned(file) });
    const { log } = bundle;
    expect(bare.stdout.split('\n')).toEqual([
      `receipt ${bundle.id} is valid`,
      `signed    by the key ${fingerprint()}, which was not compared with a key that you know (--signer)`,
      `logged    ${bundle.received_at}, leaf ${log.index} of ${log.tree_size} in ${log.public_key}, which was not compared with a log that you know (--log)`,
      expect.stringMatching(/^states {4}agent \S+ did job b for \S+: success, \S+Z$/),
      '',
    ]);
    const answered = JSON.stringify({ data: bundle });
    expect((await verify(folder.write('answered.json', answered))).stdout).toBe(bare.stdout);
    expect(await runWithInput(answered, ['receipt', 'verify', '-'])).toEqual({ ...bare, stderr: unpinned('-') });
  });

  test('escapes texts of others, so that none adds a line or moves the cursor', async () => {
    const context = { order_id: 'ord_1\naccepted  by consumer con_1' };
    const receipt = { ...RECEIPT, context_hash: contextHash(context) };
    const bundleFile = folder.write('spoofed.json', makeBundleV1({ receipt, context }));
    const spoofed = await verify('--any-signer', bundleFile);
    expect(spoofed.stdout).toContain('about     order ord_1\\u000aaccepted  by consumer con_1, whose hash is signed\n');
    const statement = makeStatement({ context: { order_id: 'ord_1', title: '\u009b2K\u202eknip' } });
    const shown = await verify('--any-signer', folder.write('spoofed-statement.json', statement));
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('"title":"\\u009b2K\\u202eknip"') });
  });

  test('verifies an order statement under a named key of the shop', async () => {
    const statement = folder.write('statement.json', { data: makeStatement() });
    const [es256 = '', eddsa = ''] = makeStatement().keys.map(({ kid }) => kid);
    const named = await verify('--shop', 'another', '--shop', es256, statement);
    expect(named).toMatchObject({ code: 0, stderr: '' });
    expect(named.stdout.split('\n').slice(0, 4)).toEqual([
      'statement of order ord_1 is valid',
      `signed    with ES256 by the key ${es256}`,
      `signed    with EdDSA by the key ${eddsa}, which was not compared with a key that you know (--shop)`,
      'issued    2025-11-20T10:00:00.000Z, in the name of https://shop.example/deployments/dep_1',
    ]);
    const outcome = JSON.parse((await verify(statement, '--json', '--any-signer')).stdout);
    expect(outcome).toMatchObject({ valid: true, pinned: { shop: null }, order_id: 'ord_1', keys: [es256, eddsa] });
    expect(await verify(statement)).toMatchObject({ code: 3, stderr: expect.stringContaining('pass --shop') });
    expect(await verify(statement, '--shop', 'another')).toMatchObject({ code: 1, stdout: '' });
    const other = folder.write('other.json', { ...makeStatement(), payload: makeStatement({ iat: 1 }).payload });
    expect(await verify(other, '--shop', es256)).toMatchObject({
      ...{ code: 1, stderr: `portal: ${other}: signatures[0]: is not a valid signature over this payload\n` },
    });
  });

  test('prints the countersignatures of a v1 bundle', async () => {
    const { stdout } = await verify(folder.write('countersigned.json', makeCountersigned()), '--any-signer');
    expect(stdout.split('\n').at(-2)).toBe(
      `accepted  by consumer cons_31, 2026-11-20T10:00:03.000Z, with the key ${CONSUMER.publicKey.fingerprint}, in the log since 2026-11-20T09:58:00.000Z`,
    );
  });

  test('prints the delegations of a v1 bundle', async () => {
    const limits = {
      not_before: '2026-11-20T00:00:00Z',
      expires_at: '2026-11-21T00:00:00Z',
      scope: { job_prefix: 'job' },
    };
    const bundle = makeDelegated({ chain: signChain([limits]) });
    const { stdout } = await verify(folder.write('delegated.json', bundle), '--any-signer');
    expect(stdout.split('\n').slice(-3)).toEqual([
      `allowed   by consumer cons_31, with the key ${CONSUMER.publicKey.fingerprint}, in the log since 2026-11-20T09:58:00.000Z`,
      `allows    the key ${SIGNER.publicKey.fingerprint}, from ${limits.not_before} until ${limits.expires_at}: {"job_prefix":"job"}`,
      '',
    ]);
  });

  test('exits with 3 if nothing is pinned, with 0 for a pin or --any-signer, and prints the pins', async () => {
    const { public_key } = bundle.log;
    const outcome = async (...args: string[]) => {
      const { code, stdout, stderr } = await verify(file, '--json', ...args);
      expect(await verify(file, ...args)).toMatchObject({ code, stderr });
      return [code, JSON.parse(stdout).valid, JSON.parse(stdout).pinned, stderr];
    };
    const none = { signer: null, log: null };
    expect(await outcome()).toEqual([3, true, none, unpinned(file)]);
    expect(await outcome('--any-signer')).toEqual([0, true, none, '']);
    expect(await outcome('--signer', fingerprint())).toEqual([0, true, { ...none, signer: fingerprint() }, '']);
    expect(await outcome('--log', public_key)).toEqual([0, true, { ...none, log: public_key }, '']);
    const both = { signer: fingerprint(), log: public_key };
    expect(await outcome('--signer', both.signer, '--log', both.log)).toEqual([0, true, both, '']);
    const wrong = folder.write('wrong.json', { ...bundle, id: 'x' });
    expect(await verify(wrong, '--any-signer')).toMatchObject({ code: 1, stdout: '' });
  });

  test('accepts a bundle with unknown members', async () => {
    const more = folder.write('more.json', { ...bundle, bundle: 'v0.2', data: { bundle: 'v0' } });
    expect(await verify(more, '--signer', fingerprint())).toMatchObject({ code: 0 });
  });

  test('prints no caveats when signer and log are pinned', async () => {
    const pem = folder.write('signer.pem', bundle.public_key);
    for (const signer of [fingerprint(), pem]) {
      const { code, stdout } = await verify(file, '--signer', signer, '--log', bundle.log.public_key);
      expect(code).toBe(0);
      expect(stdout).not.toContain('not compared');
      expect(stdout).toContain(`signed    by the key ${fingerprint()}\n`);
    }
  });

  test('needs neither database nor settings, and writes nothing', async () => {
    const empty = new Folder();
    const { code, stdout, stderr } = await portal(
      ['receipt', 'verify', file, '--any-signer', '--json'],
      {},
      empty.path,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ valid: true, pinned: { signer: null, log: null }, ...verifyBundle(bundle) });
    expect(readdirSync(empty.path)).toEqual([]);
    empty.remove();
  });

  test("rejects a wrong signer and a wrong log, and names the bundle's own ones", async () => {
    const stranger = new Signer().publicKey;
    const pem = folder.write('stranger.pem', stranger.pem);
    const notSigner = `portal: ${file}: it is signed by the key ${fingerprint()}, not by the key that you specified\n`;
    for (const signer of [stranger.fingerprint, pem])
      expect(await verify(file, '--signer', signer)).toEqual({ code: 1, stdout: '', stderr: notSigner });
    const notLog = `portal: ${file}: it is from the log ${bundle.log.public_key}, not from the log that you specified\n`;
    expect(await verify(file, '--log', 'example.com+00000000+AAAA')).toEqual({ code: 1, stdout: '', stderr: notLog });
    const none = folder.write('none.pem', 'none');
    expect((await verify(file, '--signer', none)).stderr).toContain(`portal: ${none}: must be one Ed25519 public key`);
    const absent = folder.at('absent.pem');
    expect((await verify(file, '--signer', absent)).stderr).toContain(`portal: cannot read ${absent}: `);
    expect(await verify()).toMatchObject({ code: 2, stdout: '' });
  });

  const forged = () => {
    const { receipt } = bundle;
    const other = { ...Object(receipt), resolution: 'failure' };
    const signer = new Signer();
    const signed_bytes = Buffer.from(signedBytes(other)).toString('base64');
    return { receipt: other, signed_bytes, signature: signer.sign(other).signature, public_key: signer.publicKey.pem };
  };
  const log = (change: Partial<ReceiptBundle['log']>) => ({ log: { ...bundle.log, ...change } });
  const withAnotherRoot = (checkpoint: string) =>
    checkpoint.replace(/(?<=\n\d+\n).+/, (root) => changeCharacter(root, 0));
  const NOT_HELD = 'the log does not hold this receipt with this id and time';

  test.each([
    [
      'another outcome',
      () => ({ receipt: { ...Object(bundle.receipt), resolution: 'failure' } }),
      'the signature is not valid for this key and this receipt, whose receipt_hash is ',
    ],
    ['other signed bytes', () => ({ signed_bytes: 'e30=' }), 'signed_bytes are not the canonical JSON of the receipt'],
    ["somebody else's receipt", forged, NOT_HELD],
    ['another id', () => ({ id: '01a1f8e7-9c20-7000-8000-00000000000f' }), NOT_HELD],
    ['an id that is not a UUID', () => ({ id: 'a\nb' }), 'id: must be a UUID'],
    ['another time', () => ({ received_at: '2026-11-20T10:00:00.000Z' }), NOT_HELD],
    ['another index', () => log({ index: 0 }), NOT_HELD],
    ['a hash missing', () => log({ hashes: bundle.log.hashes.slice(1) }), NOT_HELD],
    ['another size', () => log({ tree_size: 9 }), "tree_size is 9, the checkpoint's is "],
    ['another root', () => log({ checkpoint: withAnotherRoot(bundle.log.checkpoint) }), 'the '],
    ['an invalid member', () => ({ receipt: { ...Object(bundle.receipt), job_id: '' } }), 'job_id: must be 1 to 255'],
    ['no log', () => ({ log: undefined }), 'log: must be an object'],
  ])('rejects a bundle with %s, also with --json', async (_what, change, text) => {
    const wrong = folder.write('wrong.json', { ...bundle, ...change() });
    const said = await verify(wrong);
    expect(said).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(`portal: ${wrong}: ${text}`) });
    const asJson = await verify(wrong, '--json');
    expect(asJson).toMatchObject({ code: 1, stderr: said.stderr });
    const detail = said.stderr.slice(`portal: ${wrong}: `.length).trimEnd();
    expect(JSON.parse(asJson.stdout)).toEqual({ valid: false, pinned: { signer: null, log: null }, detail });
  });

  test('ignores members of a later minor version, and rejects another major version', async () => {
    const later = { ...bundle, bundle: 'v0.3', added: { a: 1 }, log: { ...bundle.log, added: [2] } };
    expect(await verify(folder.write('later.json', later), '--any-signer')).toMatchObject({ code: 0, stderr: '' });
    const next = folder.write('next.json', { ...bundle, bundle: 'v2' });
    expect((await verify(next)).stderr).toBe(`portal: ${next}: bundle: must be "v0", "v0." and a number, or "v1"\n`);
  });

  test('prints the receipt hash of the signed bytes', async () => {
    const { stdout } = await verify(file, '--json');
    const bytes = Buffer.from(bundle.signed_bytes, 'base64');
    expect(JSON.parse(stdout).receipt_hash).toBe(receiptHash(bytes));
  });
});
