import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { postfixReport } from '../mail/bounce-reports.js';
import { type MailScene, openMailScene } from '../mail/mail-scene.js';
import { scripted } from '../mail/scripted-transport.js';
import { run, runWithInput } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** As long as a test may wait. */
const WAIT = { timeout: 600_000 };

const mail = scripted({ outcome: 'address_refused', status: 550 });
let scene: MailScene;
let order: string;
let env: Readonly<Record<string, string>>;
let folder: string;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  folder = temporaryFolder();
  env = { PORTAL_DB: scene.portal.database, PORTAL_SMTP_URL: `file:${folder}` };
  order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  await vi.waitFor(async () => expect(await done('list', order)).toContain('  dead  '), WAIT);
});
afterAll(() => scene.portal.close());

/** Runs a command, which must succeed. Returns its output. */
async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['mail', ...args], env);
  expect(code, stderr).toBe(0);
  return stdout;
}

test('previews a notice as text, as JSON, and as a file', async () => {
  expect(await done('preview', order)).toContain('Thank you for your order');
  const german = JSON.parse(await done('preview', order, '--kind', 'shipped', '--lang', 'de', '--json'));
  expect(german).toMatchObject({
    subject: expect.stringContaining('unterwegs'),
    html: expect.stringMatching(/^<!doctype/),
  });
  // An empty path has no program that opens files.
  const { code, stdout, stderr } = await run(['mail', 'preview', order, '--open'], { ...env, PATH: '' });
  expect([code, stderr]).toEqual([0, 'no browser could be started: open the file yourself\n']);
  expect(readFileSync(stdout.trim(), 'utf8')).toContain('Thank you for your order');
});

test('lists the notices about an order, or to an address, and sends dead ones again', async () => {
  const line = (await done('list', order)).trim();
  expect(line).toMatch(
    /^dlv_\S+ {2}\S+ {2}placed {2}order\/ord_\S+ {2}ada@example.com {2}dead {2}attempts: 1 {2}address_refused 550$/,
  );
  expect((await done('list', '--to', 'ADA@example.com')).trim()).toBe(line);
  expect(await done('list', '--to', 'eve@example.com')).toBe('');
  expect(JSON.parse(await done('list', order, '--json'))).toMatchObject({ notice: 'placed', to: 'ada@example.com' });
  mail.answer({ outcome: 'acknowledged', status: 250 });
  // Commands use the real time.
  scene.clock.advance(Date.now() - scene.clock.now() + 60_000);
  expect(await done('resend', order, '--dead')).toBe('sent again: 1 notice\n');
  expect(await done('resend', order, '--dead')).toBe('sent again: 0 notices\n');
  await expect.poll(() => done('list', order)).toContain('  delivered  ');
});

test('sends a test mail, and ends with 1 if the server rejects it', async () => {
  const shop = scene.portal.demo.shop_id;
  expect(await done('test', '--to', 'kim@example.com', '--shop', shop)).toBe('acknowledged\n');
  const [name = ''] = readdirSync(folder).filter((one) => one.includes('.test@'));
  const { to, text } = await simpleParser(readFileSync(join(folder, name)));
  expect([to, text]).toMatchObject([{ text: 'kim@example.com' }, expect.stringContaining('Mail works')]);
  const nowhere = { ...env, PORTAL_SMTP_URL: 'smtp://127.0.0.1:9' };
  const failed = await run(['mail', 'test', '--to', 'kim@shop.com', '--shop', shop, '--json'], nowhere);
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([1, { outcome: 'unreachable', status: null }]);
  const reserved = await run(['mail', 'test', '--to', 'kim@example.com', '--shop', shop], nowhere);
  expect([reserved.code, reserved.stdout]).toEqual([1, 'reserved_address\n']);
  const off = await run(['mail', 'test', '--to', 'kim@shop.com'], { ...env, PORTAL_SMTP_URL: '' });
  expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('PORTAL_SMTP_URL is not set')]);
});

test('marks the order of returned mail, from a file or standard input', async () => {
  const about = { id: `<${mail.sent[0]?.id}>`, to: 'ada@example.com' };
  const file = join(temporaryFolder(), 'report.eml');
  writeFileSync(file, postfixReport({ ...about, to: 'eve@example.com' }));
  expect(await done('bounce', file)).toBe('unknown\n');
  const { code, stdout } = await runWithInput(postfixReport(about), ['mail', 'bounce', '--json'], env);
  expect([code, JSON.parse(stdout)]).toEqual([0, { result: 'bounced', order_id: order }]);
  const { data } = await scene.merchant.ok('get_order', { order_id: order });
  expect(data.mail_problem).toMatchObject({ type: 'bounced', code: '5.1.1' });
});

test.each([
  [['preview', 'ORDER', '--kind', 'bogus'], '--kind must be one of payment_action'],
  [['preview', 'ord_none'], 'there is no order ord_none'],
  [['list'], 'name an order, or an address with --to'],
  [['resend', 'ORDER'], 'name ids of notices, or --dead'],
  [['resend', 'ORDER', 'dlv_none'], 'delivery'],
  [['test', '--to', 'kim'], '--to must be a mail address'],
  [['bounce', import.meta.filename], 'is not a delivery report'],
  [['bounce', 'absent'], 'cannot read absent'],
])('rejects %j', async (args, text) => {
  const { code, stderr } = await run(['mail', ...args.map((one) => (one === 'ORDER' ? order : one))], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
});
