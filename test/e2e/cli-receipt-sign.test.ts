import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPrivateKey, verifyReceipt } from '../../src/receipts.js';
import { run, runWithInput } from '../support/program.js';
import { Folder } from './receipts/folder.js';
import { receiptOf } from './receipts/signer.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

const receipt = receiptOf({ agent_id: 'agt_1', consumer_id: 'con_1' }, 'job-1', { metadata: { tries: 2 } });

async function keygen(): Promise<string> {
  const file = folder.at('key.pem');
  expect(await run(['receipt', 'keygen', '--out', file])).toMatchObject({ code: 0, stderr: '' });
  return file;
}

describe('portal receipt sign', () => {
  test('signs the content of a file or standard input, and adds nothing', async () => {
    const key = await keygen();
    const { publicKey } = readPrivateKey(folder.read('key.pem'));
    const file = folder.write('receipt.json', receipt);
    const fromFile = await run(['receipt', 'sign', file, '--key', key]);
    const fromInput = await runWithInput(JSON.stringify(receipt), ['receipt', 'sign', '-', '--key', key]);
    for (const ran of [fromFile, fromInput]) {
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      const signed = JSON.parse(ran.stdout);
      expect(Object.keys(signed).sort()).toEqual(['public_key', 'receipt', 'signature']);
      expect(signed.public_key).toBe(publicKey.pem);
      expect(verifyReceipt(signed)).toEqual(receipt);
    }
    expect(fromInput.stdout).toBe(fromFile.stdout);
  });

  const OPTIONS = { agent: 'agt_1', consumer: 'con_1', job: 'job-1', 'context-hash': 'order 1' };
  const argsOf = (options: Readonly<Record<string, string>>) =>
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);

  test('accepts only a receipt hash as --supersedes, and signs it as metadata', async () => {
    const key = await keygen();
    const sign = (hash: string) => run(['receipt', 'sign', '--key', key, ...argsOf({ ...OPTIONS, supersedes: hash })]);
    const supersedes = 'ab'.repeat(32);
    expect(verifyReceipt(JSON.parse((await sign(supersedes)).stdout)).metadata).toEqual({ supersedes });
    for (const wrong of ['', 'AB'.repeat(32), `sha256:${supersedes}`])
      expect(await sign(wrong)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/--supersedes must be/),
      });
  });

  test('builds a receipt from the options', async () => {
    const key = await keygen();
    const plain = await run(['receipt', 'sign', '--key', key, ...argsOf(OPTIONS)]);
    const made = verifyReceipt(JSON.parse(plain.stdout));
    const expected = { version: 'v0', agent_id: 'agt_1', consumer_id: 'con_1', job_id: 'job-1' };
    expect(made).toEqual({
      ...expected,
      context_hash: 'order 1',
      resolution: 'success',
      issued_at: expect.stringMatching(/Z$/),
    });
    const more = argsOf({ ...OPTIONS, resolution: 'partial', 'issued-at': '2026-11-20T10:00:00+01:00' });
    const full = await run(['receipt', 'sign', '--key', key, ...more]);
    expect(verifyReceipt(JSON.parse(full.stdout))).toMatchObject({
      resolution: 'partial',
      issued_at: '2026-11-20T10:00:00+01:00',
    });
  });

  test.each(Object.keys(OPTIONS))('reports a missing --%s', async (missing) => {
    const key = await keygen();
    const { [missing]: _absent, ...given } = OPTIONS as Readonly<Record<string, string>>;
    expect(await run(['receipt', 'sign', '--key', key, ...argsOf(given)])).toEqual({
      code: 1,
      stdout: '',
      stderr: `portal: --${missing} is required where no file is given\n`,
    });
  });

  test('accepts a file or options, not both', async () => {
    const key = await keygen();
    const file = folder.write('receipt.json', receipt);
    expect(await run(['receipt', 'sign', file, '--key', key, '--job', 'another'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `portal: the receipt is either built from the options or read from ${file}, not both\n`,
    });
  });

  test('names an unusable key file', async () => {
    const file = folder.write('receipt.json', receipt);
    await keygen();
    const { pem } = readPrivateKey(folder.read('key.pem')).publicKey;
    const sign = (key: string) => run(['receipt', 'sign', file, '--key', key]);
    const absent = folder.at('absent.pem');
    expect((await sign(absent)).stderr).toContain(`portal: cannot read ${absent}: `);
    for (const content of [pem, 'nonsense', `${folder.read('key.pem')}more`]) {
      const wrong = folder.write('wrong.pem', content);
      expect(await sign(wrong)).toEqual({
        code: 1,
        stdout: '',
        stderr: `portal: ${wrong}: must be an Ed25519 private key as PEM (PKCS#8)\n`,
      });
    }
    expect(await run(['receipt', 'sign', file])).toMatchObject({ code: 2, stdout: '' });
  });

  test.each([
    ['an unknown member', { colour: 'red' }, 'colour: is not a member of a receipt'],
    ['a wrong time', { issued_at: '2026-02-30T10:00:00Z' }, 'issued_at: must be an RFC 3339 time'],
    ['another version', { version: 'v1' }, 'version: must be "v0"'],
    ['a wrong outcome', { resolution: 'Success' }, 'resolution: must be a lower-case word'],
    ['deep metadata', { metadata: { a: ['x', 'y'.repeat(9000)] } }, 'metadata.a[1]: '],
  ])('rejects a receipt with %s, and names the member', async (_what, change, text) => {
    const key = await keygen();
    const file = folder.write('receipt.json', { ...receipt, ...change });
    const { code, stdout, stderr } = await run(['receipt', 'sign', file, '--key', key]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`portal: ${file}: ${text}`);
  });

  test.each([
    ['a member twice', '{"job_id":"a","job_id":"b"}', /must be strict JSON; a member appears twice\.$/],
    ['a number that would change', '{"metadata":{"n":9007199254740993}}', /metadata\.n: must be a whole number/],
  ])('rejects a file that it could not sign unchanged: %s', async (_what, text, refusal) => {
    const file = folder.write('receipt.json', text);
    const { code, stdout, stderr } = await run(['receipt', 'sign', file, '--key', await keygen()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toMatch(refusal);
  });

  test('rejects input that is not JSON, and names an option with an invalid value', async () => {
    const key = await keygen();
    const file = folder.write('receipt.json', '{');
    expect((await run(['receipt', 'sign', file, '--key', key])).stderr).toBe(
      `portal: ${file} must be strict JSON; it is not well-formed.\n`,
    );
    const wrong = argsOf({ ...OPTIONS, resolution: 'Success' });
    expect((await run(['receipt', 'sign', '--key', key, ...wrong])).stderr).toContain(
      'the receipt: resolution: must be',
    );
  });
});
