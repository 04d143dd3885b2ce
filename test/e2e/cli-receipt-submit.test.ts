import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateKeyPair, privateKeyPem, receiptHash, signedBytes } from '../../src/receipts.js';
import { complete, ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run, runWithInput } from '../support/program.js';
import { Folder } from './receipts/folder.js';
import { receiptOf, Signer } from './receipts/signer.js';

let folder: Folder;
let portal: TestPortal;
let env: Record<string, string>;
const signer = new Signer();
beforeEach(async () => {
  folder = new Folder();
  const database = folder.at('portal.db');
  portal = await startPortal({ database });
  env = { PORTAL_API_KEY: portal.demo.organization_key, PORTAL_DB: database };
});
afterEach(async () => {
  await portal.close();
  folder.remove();
});

const publicKey = () => folder.write('public.pem', signer.publicKey.pem);
const register = (...args: string[]) => run(['receipt', 'register', ...args, '--url', portal.url], env);
const submit = (...args: string[]) => run(['receipt', 'submit', ...args, '--url', portal.url], env);
const signed = (job: string, more = {}) => folder.write('signed.json', signer.sign(receiptOf(portal.demo, job, more)));

describe('portal receipt register', () => {
  test('registers a key, or reports the active key if the agent has one', async () => {
    const { fingerprint } = signer.publicKey;
    const first = await register(publicKey());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(new RegExp(`^\\S+ registered, fingerprint ${fingerprint}\n$`));
    const [id] = first.stdout.split(' ');
    expect((await register(publicKey())).stdout).toBe(`${id} is already active, fingerprint ${fingerprint}\n`);
    const another = folder.write('another.pem', new Signer().publicKey.pem);
    expect((await register(another)).stdout).toBe(`${id} is already active, fingerprint ${fingerprint}\n`);
    const agents = JSON.parse((await register(another, '--agent', portal.demo.agent_id, '--json')).stdout);
    expect(agents).toMatchObject({ created: true, data: { agent_id: portal.demo.agent_id, status: 'active' } });
  });

  test('proves that it has the private key, for the organization and agent that it names', async () => {
    const { organization_id, agent_id } = portal.demo;
    const pair = generateKeyPair();
    const args = [
      ...[folder.write('proved.pem', pair.publicKey.pem), '--agent', agent_id],
      ...['--key', folder.write('private.pem', privateKeyPem(pair.seed))],
    ];
    expect((await register(...args, '--organization', 'org_other')).stderr).toMatch(
      /^portal: signature_invalid: proof: /,
    );
    expect((await register(...args)).stderr).toBe('portal: --key and --organization are required together\n');
    expect((await register(...args, '--organization', organization_id)).stdout).toContain(' registered, fingerprint ');
  });

  test("reads standard input, and prints the portal's error", async () => {
    const args = ['receipt', 'register', '-', '--url', portal.url];
    expect(await runWithInput(signer.publicKey.pem, args, env)).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await runWithInput('no key', args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^portal: invalid_public_key: public_key: /);
    expect((await register(publicKey(), '--agent', 'agt_unknown')).stderr).toMatch(/^portal: agent_unknown: /);
  });
});

describe('portal receipt submit', () => {
  test('submits a receipt, and returns the same receipt for the same submission', async () => {
    await register(publicKey());
    const first = await submit(signed('job'));
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\S+ verified\n$/) });
    expect(await submit(folder.at('signed.json'))).toEqual(first);
    const [id] = first.stdout.split(' ');
    expect(JSON.parse((await submit(folder.at('signed.json'), '--json')).stdout)).toEqual({
      ...{ id, status: 'verified', bound_to: null },
    });
    const args = ['receipt', 'submit', '-', '--url', `${portal.url}/`];
    expect(await runWithInput(folder.read('signed.json'), args, env)).toEqual(first);
  });

  test('prints the code of an error', async () => {
    const unknown = await submit(signed('job'));
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/^portal: signing_key_unknown: /);
    await register(publicKey());
    const [id] = (await submit(signed('job'))).stdout.split(' ');
    const conflict = await submit(signed('job', { resolution: 'failure' }));
    expect(conflict.stderr).toMatch(new RegExp(`^portal: receipt_conflict: .* receipt ${id} was already accepted`));
    env.PORTAL_API_KEY = 'ok_wrong';
    expect((await submit(folder.at('signed.json'))).stderr).toMatch(/^portal: unauthorized: /);
  });

  test('submits several files in the sequence of the arguments, and reports the outcome of each', async () => {
    await register(publicKey());
    const partial = signer.sign(receiptOf(portal.demo, 'parts', { resolution: 'partial' }));
    const supersedes = receiptHash(signedBytes(partial.receipt));
    const files = [
      folder.write('1.json', partial),
      folder.write('2.json', signer.sign(receiptOf(portal.demo, 'parts', { resolution: 'failure' }))),
      folder.write('3.json', signer.sign(receiptOf(portal.demo, 'parts', { metadata: { supersedes } }))),
    ];
    const { code, stdout, stderr } = await submit(...files);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'portal: 1 of 3 receipts refused\n' });
    const [one = '', two = '', three = '', end] = stdout.split('\n');
    const id = one.split(' ')[1] ?? '';
    expect([one, end]).toEqual([`${files[0]}: ${id} verified`, '']);
    expect(two).toMatch(new RegExp(`^${files[1]}: receipt_conflict: receipt\\.job_id: the receipt ${id} `));
    expect(three).toMatch(new RegExp(`^${files[2]}: \\S+ verified$`));
    const right = [files[2] ?? '', files[0] ?? ''];
    const again = await submit(...right, '--json');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const verified = [three.split(' ')[1], id].map((known) => ({ id: known, status: 'verified', bound_to: null }));
    expect(JSON.parse(again.stdout)).toEqual(right.map((file, n) => ({ file, ...verified[n] })));
    expect((await submit(...right, folder.at('absent.json'))).stdout).toBe('');
  });

  test('submits any number of receipts, in calls of at most 100 receipts and 1 MiB', async () => {
    await register(publicKey());
    const metadata = { text: Array.from({ length: 3 }, () => 'x'.repeat(8_000)) };
    const files = Array.from({ length: 130 }, (_, n) =>
      folder.write(`${n}.json`, signer.sign(receiptOf(portal.demo, `job ${n}`, n < 50 ? { metadata } : {}))),
    );
    const { code, stdout } = await submit(...files);
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 130]);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .every((line, n) => line.startsWith(`${files[n]}: `)),
    ).toBe(true);
  });

  test('prints the receipts accepted before a failing call', async () => {
    await register(publicKey());
    const files = Array.from({ length: 101 }, (_, n) =>
      folder.write(
        `${n}.json`,
        n < 100 ? signer.sign(receiptOf(portal.demo, `job ${n}`)) : { large: 'x'.repeat(1_100_000) },
      ),
    );
    for (const args of [files, [...files, '--json']]) {
      const { code, stdout, stderr } = await submit(...args);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^portal: payload_too_large: /) });
      expect(stdout.match(/verified/g)).toHaveLength(100);
    }
  });

  test('reports a missing key, portal, URL or file', async () => {
    const file = signed('job');
    const to = (url: string, key?: string) =>
      run(['receipt', 'submit', file, '--url', url], key === undefined ? {} : { PORTAL_API_KEY: key });
    expect(await to(portal.url)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'portal: PORTAL_API_KEY is not set: set it to the API key to call with\n',
    });
    const gone = await startPortal();
    await gone.close();
    const { code, stderr } = await to(gone.url, portal.demo.organization_key);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`cannot reach ${gone.url}: connect ECONNREFUSED`),
    });
    for (const url of ['nonsense', 'ftp://127.0.0.1/'])
      expect((await to(url, portal.demo.organization_key)).stderr).toBe(
        'portal: --url must be the URL of a portal, without user, query and fragment\n',
      );
    const absent = folder.at('absent.json');
    expect((await submit(absent)).stderr).toContain(`portal: cannot read ${absent}: `);
    expect((await submit()).code).toBe(2);
  });

  test('never prints the key or sends it along a redirect', async () => {
    const file = signed('job');
    env.PORTAL_API_KEY = 'ok_secret\nrest';
    const { code, stderr } = await submit(file);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'portal: PORTAL_API_KEY is not an API key: it contains other characters\n',
    });
    let asked = 0;
    const redirecting = createServer((request, response) => {
      if (request.url !== '/api/receipts') asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    const address = redirecting.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const ran = await run(['receipt', 'submit', file, '--url', url], { PORTAL_API_KEY: portal.demo.organization_key });
    redirecting.closeAllConnections();
    redirecting.close();
    expect(ran).toEqual({ code: 1, stdout: '', stderr: `portal: ${url} answered 307\n` });
    expect(asked).toBe(0);
  });
});

describe('portal receipt context', () => {
  test('prints the same context and context hash of an order as the portal', async () => {
    const buyer = shopper(portal, { buyer: 'buyer' });
    const { json } = await complete(await ready(buyer, { lines: ['preserving-ebook'], option: 'digital' }));
    const order: string = json.data.order.id;
    const { context, context_hash } = (await buyer.ok('get_receipt_context', { order_id: order })).data;
    expect(await run(['receipt', 'context', order], env)).toEqual({ code: 0, stdout: `${context_hash}\n`, stderr: '' });
    const asJson = await run(['receipt', 'context', order, '--json'], env);
    expect(JSON.parse(asJson.stdout)).toEqual({ context, context_hash });
    expect(context_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await run(['receipt', 'context', 'ord_unknown'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'portal: there is no order ord_unknown\n',
    });
  });
});
