import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../../src/domain/values/secret.js';
import { tokenIn, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addStaff, codePath, enterAddress, mailFor, OWNER, openDeskScene, sentMails, signIn } from './scene.js';

/** Tests the sign-in by mail. Each test uses an address of its own, since attempts are limited by address. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let scene: MailScene;
beforeAll(async () => {
  scene = await openDeskScene();
});
afterAll(() => scene.portal.close());

async function known(name: string): Promise<string> {
  const email = `${name}@merchant.example.test`;
  await addStaff(scene, email, 'orders');
  return email;
}

test('signs in by the code, and by the link in the same browser', async () => {
  const byCode = await signIn(scene, OWNER);
  expect((await byCode.get('/desk')).text).toContain(OWNER);
  const byLink = new Visitor(scene.portal);
  const { path } = await mailFor(scene, await enterAddress(byLink, OWNER));
  const page = await byLink.get(path);
  const desk = await byLink.submit(page, path.split('/').at(-1) ?? '');
  expect(desk).toMatchObject({ status: 200, path: '/desk' });
});

test('uses no link by GET or HEAD, however often a scanner opens it', async () => {
  const email = await known('scanned');
  const visitor = new Visitor(scene.portal);
  const { path } = await mailFor(scene, await enterAddress(visitor, email));
  const scanner = new Visitor(scene.portal);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await scanner.send(method, path)).status).toBe(200);
  expect([...scanner.cookies.keys()]).toEqual([]);
  const desk = await visitor.submit(await visitor.get(path), path.split('/').at(-1) ?? '');
  expect(desk.path).toBe('/desk');
});

test('shows the code in another browser, and signs in only the one that began', async () => {
  const email = await known('phone');
  const visitor = new Visitor(scene.portal);
  const waiting = await enterAddress(visitor, email);
  const { path, code } = await mailFor(scene, waiting);
  const other = new Visitor(scene.portal);
  const shown = await other.submit(await other.get(path), path.split('/').at(-1) ?? '');
  expect(shown.text).toContain(`<strong>${code}</strong>`);
  expect((await other.get('/desk')).path).toMatch(/^\/sign-in/);
  const guessed = await other.post(`${waiting.path}/code`, { code });
  expect(guessed.status).toBe(404);
  expect((await visitor.submit(waiting, codePath(waiting), { code })).path).toBe('/desk');
});

test('uses link and code once, for 15 minutes', async () => {
  const email = await known('once');
  const visitor = new Visitor(scene.portal);
  const first = await enterAddress(visitor, email);
  const used = await mailFor(scene, first);
  await visitor.submit(first, codePath(first), { code: used.code });
  const again = await visitor.submit(await visitor.get(used.path), used.path.split('/').at(-1) ?? '');
  expect(again.status).toBe(404);
  const late = new Visitor(scene.portal);
  const second = await enterAddress(late, email);
  const { code } = await mailFor(scene, second);
  scene.clock.advance(15 * MINUTE);
  expect((await late.submit(second, codePath(second), { code })).status).toBe(404);
});

test('ends an attempt after five wrong codes', async () => {
  const email = await known('guessed');
  const visitor = new Visitor(scene.portal);
  const page = await enterAddress(visitor, email);
  const { code } = await mailFor(scene, page);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let count = 1; count < 5; count += 1) {
    const shown = await visitor.submit(page, codePath(page), { code: wrong });
    expect(shown.text).toContain('This code is wrong');
  }
  expect((await visitor.submit(page, codePath(page), { code: wrong })).status).toBe(404);
  expect((await visitor.submit(page, codePath(page), { code })).status).toBe(404);
});

test('answers known and unknown addresses alike, and sends mail only to known ones', async () => {
  const email = await known('oracle');
  const pages = [];
  for (const address of [email, 'nobody@merchant.example.test']) {
    pages.push(await enterAddress(new Visitor(scene.portal), address));
  }
  const shown = pages.map(({ status, text }) => ({
    status,
    text: text.replaceAll(/\S+@merchant\.example\.test|sgn_[\w-]+|value="[\w-]{80,}"/g, ''),
  }));
  expect(shown[0]).toEqual(shown[1]);
  expect(await mailFor(scene, pages[0] ?? { path: '' })).toMatchObject({ to: email });
  expect(sentMails(scene.folder).filter(({ to }) => to.startsWith('nobody@'))).toEqual([]);
});

test('limits the attempts for an address, known or not', async () => {
  const email = await known('flooded');
  for (const address of [email, 'stranger@merchant.example.test']) {
    for (let count = 0; count < 5; count += 1)
      expect((await enterAddress(new Visitor(scene.portal), address)).status).toBe(200);
    expect((await enterAddress(new Visitor(scene.portal), address)).status).toBe(429);
  }
});

test('limits the attempts of a network address', async () => {
  const limited = await openDeskScene({ rateLimit: '1' });
  const visitor = new Visitor(limited.portal);
  const page = await visitor.get('/sign-in');
  const statuses = [];
  for (let count = 0; count < 31; count += 1) {
    const fields = { email: `p${count}@merchant.example.test` };
    statuses.push((await visitor.submit(page, 'sign-in', fields)).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
  expect(statuses[30]).toBe(429);
  await limited.portal.close();
});

test('stores only hashes of secrets, and no usable link in the mail to send', async () => {
  const email = await known('stored');
  const visitor = new Visitor(scene.portal);
  const page = await enterAddress(visitor, email);
  const { path, code } = await mailFor(scene, page);
  const id = page.path.split('/').at(-1) ?? '';
  const rows = await scene.portal.app.store.list('deliveries_about', { subject: `sign_in/${id}` }, undefined, 5);
  const row = await scene.portal.app.store.read((read) => read.get('sign_in', id));
  const stored = JSON.stringify([rows, row]);
  expect(stored).toContain(email);
  expect(stored).not.toContain(path.split('/').at(-1));
  expect(stored).not.toContain(`"${code}"`);
  expect(scene.portal.logged.join('\n')).not.toContain(path.split('/').at(-1));
});

test('gives each sign-in a new session, in a cookie for this host alone', async () => {
  const email = await known('fixed');
  const visitor = new Visitor(scene.portal);
  const planted = 'a'.repeat(43);
  visitor.cookies.set('__Host-session', planted);
  const page = await enterAddress(visitor, email);
  const { code } = await mailFor(scene, page);
  const form = await visitor.get(page.path);
  const token = tokenIn(form);
  const { headers, status } = await visitor.send('POST', `${page.path}/code`, { code, form_token: token });
  expect({ status, to: headers.get('location') }).toEqual({ status: 303, to: '../../desk' });
  const set = headers.getSetCookie().find((one) => one.startsWith('__Host-session='));
  expect(set).toMatch(/^__Host-session=[0-9A-Za-z]{43}; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$/);
  expect(set).not.toContain(planted);
});

test('rejects forms without the token of their browser, and masks it in each response', async () => {
  const visitor = new Visitor(scene.portal);
  const [one, other] = [await visitor.get('/sign-in'), await visitor.get('/sign-in')];
  expect(tokenIn(one)).not.toBe(tokenIn(other));
  const form_token = tokenIn(await new Visitor(scene.portal).get('/sign-in'));
  for (const fields of [{ email: OWNER }, { email: OWNER, form_token }])
    expect((await visitor.post('/sign-in', fields)).status).toBe(403);
  expect((await visitor.post('/sign-in', { email: OWNER, form_token: tokenIn(one) })).status).toBe(200);
});

test('sends nobody to another site after the sign-in', async () => {
  const visitor = new Visitor(scene.portal);
  for (const target of [
    '//evil.example',
    'https://evil.example',
    '\\\\evil.example',
    '/\\evil',
    'desk/../x',
    'deskx',
  ]) {
    const { text } = await visitor.get(`/sign-in?return=${encodeURIComponent(target)}`);
    expect({ target, field: /name="return" value="([^"]*)"/.exec(text)?.[1] }).toEqual({ target, field: 'desk' });
  }
  const { path } = await new Visitor(scene.portal).get('/desk?page=2');
  expect(path).toBe('/sign-in?return=desk%3Fpage%3D2');
});

test('ends one session, or all of a person on every portal, and idle ones after a week', async () => {
  const email = await known('ending');
  const [one, two, three] = [await signIn(scene, email), await signIn(scene, email), await signIn(scene, email)];
  const isIn = async (visitor: Visitor) => (await visitor.get('/desk')).path === '/desk';
  await one.submit(await one.get('/desk'), './desk/sign-out');
  expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, true]);
  await two.submit(await two.get('/desk'), './desk/sign-out-everywhere');
  expect([await isIn(two), await isIn(three)]).toEqual([false, false]);
  const idle = await signIn(scene, email);
  scene.clock.advance(6 * DAY);
  expect(await isIn(idle)).toBe(true);
  await expect.poll(() => lastSeen(idle)).toBe(scene.clock.now());
  scene.clock.advance(6 * DAY);
  expect(await isIn(idle)).toBe(true);
  scene.clock.advance(7 * DAY);
  expect(await isIn(idle)).toBe(false);
});

async function lastSeen(visitor: Visitor): Promise<number | undefined> {
  const id = hashSecret(visitor.cookies.get('__Host-session') ?? '');
  return scene.portal.app.store.read((rows) => rows.get('session', id)?.last_seen_at);
}

test('shows no frame, no script and no cached page', async () => {
  const { headers } = await new Visitor(scene.portal).get('/sign-in');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-frame-options')).toBe('DENY');
});
