import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { request } from '../support/portal.js';
import { emptyOrganization, fullKey } from '../support/tenants.js';
import { delayedReport, exchangeReport, gmailReport, postfixReport } from './bounce-reports.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

const TO = 'Ada@Buyer.com';

const mail = scripted({ outcome: 'acknowledged', status: 250 });
let scene: MailScene;
let owner: RegistryCaller;
let order_id: string;
let id: string;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
});
afterAll(() => scene.portal.close());

beforeEach(async () => {
  const cart = await readyCart(scene.merchant);
  await scene.merchant.ok('set_buyer', { checkout_id: cart.id, buyer: { email: TO } });
  const before = mail.sent.length;
  order_id = await placeOrder(scene.merchant, cart);
  await expect.poll(() => mail.sent.length).toBe(before + 1);
  id = `<${required(mail.sent.at(-1), 'mail').id}>`;
});

const report = (text: string, by = owner) =>
  by.ok('report_bounce', { report: Buffer.from(text, 'latin1').toString('base64') });

const problem = async () => (await scene.merchant.ok('get_order', { order_id })).data.mail_problem;

test.each([
  ['Postfix', postfixReport, '5.1.1'],
  ['Exchange', exchangeReport, '5.1.10'],
  ['Gmail', gmailReport, '5.1.1'],
] as const)('shows on the order that its mail came back, as %s reports it', async (_server, write, code) => {
  expect(await report(write({ id, to: 'ada@buyer.com' }))).toEqual({ result: 'bounced', order_id });
  expect(await problem()).toMatchObject({ type: 'bounced', code });
  const { data } = await scene.merchant.ok('get_order_history', { order_id });
  expect(data.at(-1)).toMatchObject({ action: 'order.mail_bounced' });
  expect(JSON.stringify(data)).not.toMatch(/ada@buyer/i);
});

test('changes nothing when a report comes twice', async () => {
  const text = postfixReport({ id, to: TO });
  await report(text);
  const before = await scene.merchant.ok('get_order', { order_id });
  scene.clock.advance(60_000);
  expect(await report(text)).toEqual({ result: 'bounced', order_id });
  expect(await scene.merchant.ok('get_order', { order_id })).toEqual(before);
});

test('changes nothing while a mail is delayed', async () => {
  expect(await report(delayedReport({ id, to: TO }))).toEqual({ result: 'not_failed', order_id });
  expect(await problem()).toBeUndefined();
});

test('keeps the mark when a later notice is accepted', async () => {
  await report(postfixReport({ id, to: TO }));
  await scene.merchant.ok('hold_order', { order_id, reason: 'Late', visible: true });
  await expect.poll(() => mail.sent.at(-1)?.id).toContain('.held.');
  expect(await problem()).toMatchObject({ type: 'bounced' });
});

test.each([
  ['another address', () => postfixReport({ id, to: 'eve@buyer.com' })],
  ['an event that does not exist', () => postfixReport({ id: id.replace(/evt_[^.]+/, 'evt_none'), to: TO })],
  ['a notice that was not sent', () => postfixReport({ id: id.replace('.placed.', '.refunded.'), to: TO })],
  ['an order that does not exist', () => postfixReport({ id: id.replace(/ord_[^@]+/, 'ord_none'), to: TO })],
  ['mail from elsewhere', () => postfixReport({ id: '<1@elsewhere.com>', to: TO })],
])('changes nothing for a report about %s', async (_what, write) => {
  expect(await report(write())).toEqual({ result: 'unknown', order_id: null });
  expect(await problem()).toBeUndefined();
});

test('changes nothing for a report by another organization, and says nothing of the order', async () => {
  const other = registryCaller(() => scene.portal.url, (await emptyOrganization(scene.portal)).key);
  expect(await report(postfixReport({ id, to: TO }), other)).toEqual({ result: 'unknown', order_id: null });
  expect(await problem()).toBeUndefined();
});

test('accepts the report itself as the body', async () => {
  const { json } = await request(scene.portal.url, owner.key, 'POST', '/api/mail/bounces', {
    headers: { 'content-type': 'message/rfc822' },
    raw: postfixReport({ id, to: TO }),
  });
  expect(json).toEqual({ data: { result: 'bounced', order_id } });
});

test('rejects a mail that is no report, and one that is too large', async () => {
  const send = (text: string) => owner.send('report_bounce', { report: Buffer.from(text).toString('base64') });
  const reply = await send('Subject: hello\r\n\r\nhello');
  expect([reply.status, reply.json.error]).toEqual([400, 'invalid_request']);
  const large = await send(`${postfixReport({ id, to: TO })}${'x'.repeat(2 ** 20)}`);
  expect([large.status, large.json.error]).toEqual([413, 'payload_too_large']);
});
