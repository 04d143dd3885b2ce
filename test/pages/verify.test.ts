import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptFor } from '../../src/docs/things.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { generateKeyPair, signReceipt } from '../../src/receipts.js';
import { registryCaller } from '../actors/registry-caller.js';
import { CONSUMER, makeCountersigned, makeDelegated, SIGNER } from '../attestation/bundle-sample.js';
import { signChain } from '../attestation/delegations.js';
import { makeStatement } from '../attestation/statement-sample.js';
import { fullKey } from '../support/tenants.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let url: string;
let bundle: { readonly data: { readonly receipt: object; readonly log: { readonly public_key: string } } };
let withKey: { readonly data: { readonly key: { readonly entry: { readonly agent_id: string } } } };
let signed: ReturnType<typeof signReceipt>;
let fingerprint: string;
beforeAll(async () => {
  stage = await openStage();
  const { portal } = stage;
  url = `${portal.url}/verify`;
  const key = await fullKey(portal, 'organization');
  const owner = registryCaller(() => portal.url, key);
  const { id: agent } = await owner.ok('create_agent', { name: 'Ada' });
  const { id: consumer } = await owner.ok('create_consumer', { name: 'Bob' });
  const pair = generateKeyPair();
  ({ fingerprint } = pair.publicKey);
  await owner.ok('register_signing_key', { public_key: pair.publicKey.pem, agent_id: agent });
  signed = signReceipt(receiptFor(agent, consumer, 'job-1', Date.now()), pair);
  const { json } = await owner.send('submit_receipt', { ...signed });
  bundle = (await owner.send('get_receipt_bundle', { receipt_id: json.id })).json;
  withKey = (await owner.send('get_receipt_bundle', { receipt_id: json.id, version: 'v1' })).json;
});
afterAll(() => stage.close());

/** Returns the index of the receipt's leaf, which is the last. */
function indexOf(of: unknown): number {
  return Number(/"index":(\d+)/.exec(JSON.stringify(of))?.[1]);
}

/** Fills in the form, presses its button, and returns the outcome. */
async function outcomeOf(text: string, { signer = '', log = '' }: { signer?: string; log?: string } = {}) {
  const { page } = await stage.person(url);
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await page.getByLabel('Bundle, or signed receipt').fill(text);
  await page.getByLabel("Signer's key").fill(signer);
  await page.getByLabel('Verifier key of the log').fill(log);
  await page.getByRole('button', { name: 'Verify' }).click();
  const shown = await page.getByRole('status').innerText();
  expect(sent).toEqual([]);
  return shown;
}

describe('/verify', () => {
  test('shows a bundle as valid for a known signer and log, and sends nothing', async () => {
    const shown = await outcomeOf(JSON.stringify(bundle), { signer: fingerprint, log: bundle.data.log.public_key });
    expect(shown).toMatch(/^Valid\n/);
    expect(shown).toContain('job-1');
    const index = indexOf(bundle);
    expect(shown).toContain(`leaf ${index} of ${index + 1}`);
    expect(shown).not.toContain('not compared');
  });

  test('shows the example files as valid for their keys', async () => {
    const example = (name: string) => readFileSync(join(PACKAGE_ROOT, 'examples', 'bundles', `${name}.json`), 'utf8');
    const { signer, log } = JSON.parse(example('keys'));
    const shown = await outcomeOf(example('receipt'), { signer, log });
    expect(shown).toMatch(/^Valid\n/);
    expect(shown).not.toContain('not compared');
  });

  test('shows whose key signed a v1 bundle', async () => {
    const shown = await outcomeOf(JSON.stringify(withKey), { signer: fingerprint });
    expect(shown).toMatch(/^Valid\n/);
    expect(shown).toContain(`${withKey.data.key.entry.agent_id}, since `);
  });

  test('shows who countersigned, when and with whose key', async () => {
    const shown = await outcomeOf(JSON.stringify(makeCountersigned()), { signer: SIGNER.publicKey.fingerprint });
    const by = `by consumer cons_31 at 2026-11-20T10:00:03.000Z with the key ${CONSUMER.publicKey.fingerprint}`;
    expect(shown).toContain(`Accepted\n${by}, in the log since 2026-11-20T09:58:00.000Z`);
  });

  test('shows who allowed the signer what', async () => {
    const limits = {
      not_before: '2026-11-20T00:00:00Z',
      expires_at: '2026-11-21T00:00:00Z',
      scope: { job_prefix: 'job' },
    };
    const bundle = makeDelegated({ chain: signChain([limits]) });
    const { fingerprint: signer } = SIGNER.publicKey;
    const shown = await outcomeOf(JSON.stringify(bundle), { signer });
    expect(shown).toContain(`Allowed by\nconsumer cons_31 with the key ${CONSUMER.publicKey.fingerprint}, in the log`);
    expect(shown).toContain(
      `Allows\nthe key ${signer} from ${limits.not_before} until ${limits.expires_at}: {"job_prefix":"job"}`,
    );
  });

  test('says what was not compared, for a bundle or a receipt alone', async () => {
    const unknown = await outcomeOf(JSON.stringify(bundle.data));
    expect(unknown).toMatch(/^Agrees with itself\n/);
    expect(unknown).toContain('not compared with a log that you know');
    const shown = await outcomeOf(JSON.stringify(signed), { signer: signed.public_key });
    expect(shown).toMatch(/^Valid\n/);
    expect(shown).toContain('no proof: this is no bundle');
  });

  test.each<[string, () => [string, { signer?: string; log?: string }?], RegExp]>([
    ['a changed receipt', () => [JSON.stringify(signed).replace('job-1', 'job-2')], /the signature is not valid/],
    [
      'a changed bundle',
      () => [JSON.stringify(bundle).replace(/"index":\d+/, `"index":${indexOf(bundle) - 1}`)],
      /the log does not hold this receipt/,
    ],
    ['another signer', () => [JSON.stringify(bundle), { signer: '0'.repeat(64) }], /not by the key/],
    ['a receipt for which a log is known', () => [JSON.stringify(signed), { log: 'x' }], /has no proof that a log/],
    ['markup', () => ['<img src=x onerror=document.title=1>'], /is not strict JSON; it is not well-formed/],
    [
      'a member twice',
      () => [JSON.stringify(bundle.data).replace('"id":', '"id":"x","id":')],
      /is not strict JSON; a member appears twice/,
    ],
    ['another JSON value', () => ['[]'], /it is not a JSON object/],
    ['other members', () => ['{"receipt":1}'], /neither a bundle, nor a receipt/],
  ])('does not accept %s', async (_what, given, text) => {
    const shown = await outcomeOf(...given());
    expect(shown).toMatch(/^Not valid\n/);
    expect(shown).toMatch(text);
  });

  test('reads a file', async () => {
    const { page } = await stage.person(url);
    const buffer = Buffer.from(JSON.stringify(bundle));
    await page.getByLabel('File').setInputFiles({ name: 'bundle.json', mimeType: 'application/json', buffer });
    await expect.poll(() => page.getByLabel('Bundle, or signed receipt').inputValue()).toContain('"bundle"');
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.of(255) });
    await expect.poll(() => page.getByLabel('Bundle, or signed receipt').inputValue()).toBe('The file is not UTF-8.');
  });

  test('shows an order statement as valid for a known key of the shop, and sends nothing', async () => {
    const { page } = await stage.person(url);
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.url()));
    const [es256 = '', eddsa = ''] = makeStatement().keys.map(({ kid }) => kid);
    const shownFor = async (statement: object, shop: string, title: RegExp) => {
      await page.getByLabel('Bundle, or signed receipt').fill(JSON.stringify({ data: statement }));
      await page.getByLabel('Key ids of the shop').fill(shop);
      await page.getByRole('button', { name: 'Verify' }).click();
      await expect.poll(() => page.getByRole('status').innerText()).toMatch(title);
      return page.getByRole('status').innerText();
    };
    const shown = await shownFor(makeStatement(), `another, ${es256}`, /^Valid\n/);
    expect(shown).toContain(`${eddsa}, which was not compared with a key that you know`);
    expect(shown).toContain('"amount": 3799');
    await shownFor(makeStatement(), '', /^Agrees with itself\n/);
    expect(await shownFor(makeStatement(), 'another', /^Not valid\n/)).toContain('none of which you specified');
    const changed = { ...makeStatement(), payload: makeStatement({ iat: 1 }).payload };
    await shownFor(makeStatement(), es256, /^Valid\n/);
    expect(await shownFor(changed, es256, /^Not valid\n/)).toContain('is not a valid signature over this payload');
    expect(sent).toEqual([]);
  });

  test('passes the accessibility checks before and after a check', async () => {
    const person = await stage.person(url);
    await person.look();
    await person.page.getByLabel('Bundle, or signed receipt').fill(JSON.stringify(bundle));
    await person.page.getByRole('button', { name: 'Verify' }).click();
    await person.look();
  });

  test('shows the command instead of the form without scripts', async () => {
    const { page } = await stage.person(url, { javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Verify' }).isVisible()).toBe(false);
    expect(await page.getByText('npx portal receipt verify').isVisible()).toBe(true);
  });
});
