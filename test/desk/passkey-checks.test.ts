import { afterAll, beforeAll, expect, test } from 'vitest';
import { personId } from '../../src/domain/person/person.js';
import { required } from '../../src/domain/values/required.js';
import { insertWrite } from '../../src/ports.js';
import { accountOf, signInBuyer } from '../account/scene.js';
import { Authenticator, PRESENT, VERIFIED } from '../actors/authenticator.js';
import { type Visited, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { run } from '../support/program.js';
import { addStaff, openDeskScene, signIn } from './scene.js';

/** The portal's checks of passkeys, with forged signatures. Each test uses a person of its own. */

const MINUTE = 60_000;
const FAILED = /^\/sign-in\?(?:confirm=1&)?failed=1/;

let scene: MailScene;
beforeAll(async () => {
  scene = await openDeskScene({ host: 'localhost' });
});
afterAll(() => scene.portal.close());

interface Person {
  readonly id: string;
  readonly visitor: Visitor;
}

async function staffMember(name: string): Promise<Person> {
  const email = `${name}@merchant.example.test`;
  await addStaff(scene, email, 'orders');
  return { id: personId(scene.portal.app.store.secret('people'), email), visitor: await signIn(scene, email) };
}

const challengeOf = ({ text }: Visited) => required(/data-challenge="([^"]+)"/.exec(text)?.[1], 'challenge');

/** Properties of a signature that a test forges. */
type Forged = Partial<Parameters<Authenticator['use']>[0]>;

function requestFor(page: Visited, forged: Forged) {
  return { challenge: challengeOf(page), origin: scene.portal.url, rpId: 'localhost', ...forged };
}

/** The person adds a passkey. Time goes on, since only pages that are newer than the last use can use it. */
async function add({ visitor }: Person, device: Authenticator, forged: Forged = {}, name = 'Phone'): Promise<Visited> {
  scene.clock.advance(1);
  const page = await visitor.get('/passkeys');
  return visitor.submit(page, './passkeys', { credential: device.create(requestFor(page, forged)), name });
}

/** A browser uses a passkey of a person on a new page. */
async function use(visitor: Visitor, person: Pick<Person, 'id'>, device: Authenticator, forged: Forged = {}) {
  scene.clock.advance(1);
  const page = await visitor.get('/sign-in');
  const credential = device.use({ person: person.id, ...requestFor(page, forged) });
  return visitor.submit(page, 'sign-in/passkey', { credential });
}

const isIn = async (visitor: Visitor) => (await visitor.get('/desk')).path === '/desk';

test.for([
  { kind: 'counts signatures', counts: true },
  { kind: 'counts nothing', counts: false },
])('signs in again and again with an authenticator that $kind, each time with a new session', async ({ counts }) => {
  const person = await staffMember(`counts-${counts}`);
  const device = new Authenticator({ counts });
  expect((await add(person, device)).text).toContain('Phone</h2>');
  const visitor = new Visitor(scene.portal);
  const sessions = new Set<string | undefined>();
  for (let count = 0; count < 2; count += 1) {
    visitor.cookies.set('__Host-session', 'a'.repeat(43));
    expect((await use(visitor, person, device)).path).toBe('/desk');
    sessions.add(visitor.cookies.get('__Host-session'));
  }
  expect(sessions.size).toBe(2);
  expect(sessions).not.toContain('a'.repeat(43));
  expect(visitor.cookies.has('__Host-browser')).toBe(false);
});

test('accepts no signature for anything else', async () => {
  const person = await staffMember('forged');
  const other = await staffMember('handle');
  const device = new Authenticator({ counts: false });
  await add(person, device);
  const visitor = new Visitor(scene.portal);
  const creating = challengeOf(await person.visitor.get('/passkeys'));
  const forgeries: Readonly<Record<string, Forged>> = {
    'another origin': { origin: 'https://evil.example' },
    'another port': { origin: 'http://localhost:1' },
    'another host': { rpId: 'evil.example' },
    'a person who was not verified': { flags: PRESENT },
    'a person who was not present': { flags: VERIFIED },
    'another challenge': { challenge: 'A'.repeat(43) },
    'the page that creates': { challenge: creating },
    'a creation': { type: 'webauthn.create' },
    'another person': { person: other.id },
    'a frame elsewhere': { more: { crossOrigin: true, topOrigin: 'https://evil.example' } },
  };
  for (const [name, forged] of Object.entries(forgeries))
    expect({ name, path: (await use(visitor, person, device, forged)).path }).toEqual({
      name,
      path: expect.stringMatching(FAILED),
    });
  const impostor = new Authenticator();
  Object.assign(impostor, { id: device.id });
  expect((await use(visitor, person, impostor)).path).toMatch(FAILED);
  expect((await use(visitor, person, new Authenticator())).path).toMatch(FAILED);
  expect(await isIn(visitor)).toBe(false);
  expect((await use(visitor, person, device)).path).toBe('/desk');
});

test('accepts a signature once, from the browser of its page, for 15 minutes', async () => {
  const person = await staffMember('replayed');
  const device = new Authenticator({ counts: false });
  await add(person, device);
  const visitor = new Visitor(scene.portal);
  scene.clock.advance(1);
  const page = await visitor.get('/sign-in');
  const browser = required(visitor.cookies.get('__Host-browser'), 'cookie');
  const credential = device.use({ person: person.id, ...requestFor(page, {}) });
  const send = (from: Visitor, shown: Visited) => from.submit(shown, 'sign-in/passkey', { credential });
  const other = new Visitor(scene.portal);
  expect((await send(other, await other.get('/sign-in'))).path).toMatch(FAILED);
  expect((await send(other, page)).path).toMatch(FAILED);
  expect((await send(visitor, page)).path).toBe('/desk');
  const replaying = new Visitor(scene.portal);
  replaying.cookies.set('__Host-browser', browser);
  expect((await send(replaying, page)).path).toMatch(FAILED);
  const late = await visitorWithForm();
  scene.clock.advance(15 * MINUTE);
  const answer = device.use({ person: person.id, ...requestFor(late.page, {}) });
  expect((await late.visitor.submit(late.page, 'sign-in/passkey', { credential: answer })).path).toMatch(FAILED);
});

async function visitorWithForm() {
  const visitor = new Visitor(scene.portal);
  return { visitor, page: await visitor.get('/sign-in') };
}

test('rejects a copy of an authenticator, whose counter is behind', async () => {
  const person = await staffMember('copied');
  const device = new Authenticator();
  await add(person, device);
  const visitor = new Visitor(scene.portal);
  expect((await use(visitor, person, device)).path).toBe('/desk');
  device.counter = 0;
  expect((await use(new Visitor(scene.portal), person, device)).path).toMatch(FAILED);
});

test('confirms a person only with a passkey of their own', async () => {
  const [person, other] = [await staffMember('confirms'), await staffMember('borrows')];
  const [own, foreign] = [new Authenticator(), new Authenticator()];
  await add(person, own);
  await add(other, foreign);
  scene.clock.advance(16 * MINUTE);
  const { visitor } = person;
  const before = visitor.cookies.get('__Host-session');
  const confirm = async (of: Person, device: Authenticator) => {
    const page = await visitor.get('/sign-in?confirm=1&return=passkeys');
    const credential = device.use({ person: of.id, ...requestFor(page, {}) });
    return visitor.submit(page, 'sign-in/passkey', { credential });
  };
  expect((await visitor.get('/passkeys')).text).not.toContain('data-passkey="create"');
  expect((await confirm(other, foreign)).path).toMatch(FAILED);
  expect(visitor.cookies.get('__Host-session')).toBe(before);
  const confirmed = await confirm(person, own);
  expect(confirmed.path).toBe('/passkeys');
  expect(confirmed.text).toContain('data-passkey="create"');
  expect(visitor.cookies.get('__Host-session')).not.toBe(before);
});

test('adds only valid passkeys, to the session of the page, and ten at most', async () => {
  const person = await staffMember('adds');
  const device = new Authenticator();
  const wrong: readonly Forged[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { flags: PRESENT },
    { type: 'webauthn.get' },
    { challenge: 'A'.repeat(43) },
  ];
  for (const forged of wrong) expect((await add(person, device, forged)).status).toBe(400);
  expect((await add(person, device, {}, ' ')).status).toBe(400);
  expect((await add(person, device)).status).toBe(200);
  const thief = await staffMember('thief');
  expect((await add(thief, device)).status).toBe(400);
  const page = await person.visitor.get('/passkeys');
  const theirs = new Authenticator().create(requestFor(page, {}));
  const fields = { credential: theirs, name: 'Theirs' };
  expect((await thief.visitor.submit(page, './passkeys', fields)).status).toBe(403);
  const own = await thief.visitor.get('/passkeys');
  expect((await thief.visitor.submit(own, './passkeys', fields)).status).toBe(400);
  await fillUp(person);
  expect((await person.visitor.submit(page, './passkeys', fields)).status).toBe(400);
  expect((await person.visitor.get('/passkeys')).text).toContain('the maximum');
});

/** Gives the person ten passkeys. */
async function fillUp({ id }: Person): Promise<void> {
  const { store } = scene.portal.app;
  const count = await store.read((rows) => rows.find('passkeysOf', id).length);
  for (let number = count; number < 10; number += 1)
    await store.update(() => ({ writes: [passkeyWrite(id, number)], result: undefined }));
}

const passkeyWrite = (person_id: string, number: number) =>
  insertWrite('passkey', {
    ...{ id: `${person_id}-${number}`, person_id, name: `Key ${number}`, public_key: 'a', counter: 0 },
    ...{ last_used_at: null, created_at: 0, version: 0 },
  });

test('renames and removes only own passkeys, and removes them only after a recent sign-in', async () => {
  const [person, other] = [await staffMember('names'), await staffMember('meddles')];
  const [device, another] = [new Authenticator(), new Authenticator()];
  await add(person, device);
  await add(other, another);
  const attack = '"><script>alert(1)</script>';
  const change = async ({ visitor }: Person, action: 'rename' | 'remove', fields: Readonly<Record<string, string>>) =>
    visitor.submit(await visitor.get('/passkeys'), `./passkeys/${action}`, fields);
  await change(other, 'rename', { passkey: device.id, name: 'Stolen' });
  await change(other, 'remove', { passkey: device.id });
  const shown = await change(person, 'rename', { name: attack });
  expect(shown.text).not.toContain('<script>alert');
  expect(shown.text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h2>');
  scene.clock.advance(15 * MINUTE);
  expect((await change(person, 'remove', {})).path).toBe('/sign-in?confirm=1&return=passkeys');
  const { visitor } = person;
  const confirming = await visitor.get('/sign-in?confirm=1&return=passkeys');
  const credential = device.use({ person: person.id, ...requestFor(confirming, {}) });
  await visitor.submit(confirming, 'sign-in/passkey', { credential });
  expect((await change(person, 'remove', {})).text).toContain('You have no passkey yet.');
  expect((await use(new Visitor(scene.portal), person, device)).path).toMatch(FAILED);
  expect((await use(new Visitor(scene.portal), other, another)).path).toBe('/desk');
});

test('signs in a former staff member as somebody without a role', async () => {
  const person = await staffMember('leaves');
  const device = new Authenticator();
  await add(person, device);
  const { code } = await run(['staff', 'remove', 'leaves@merchant.example.test'], scene.portal.commandEnv);
  expect(code).toBe(0);
  const desk = await use(new Visitor(scene.portal), person, device);
  expect(desk).toMatchObject({ status: 200, path: '/desk' });
  expect(desk.text).toContain('You have no role here');
});

test('removes the passkeys of an erased buyer, and lists them in the download of the data', async () => {
  const email = 'passkey@buyer.example.test';
  const { visitor } = await signInBuyer(scene, email);
  const person = { id: personId(scene.portal.app.store.secret('people'), email), visitor };
  const device = new Authenticator();
  await add(person, device);
  const home = accountOf(scene);
  expect(JSON.parse((await visitor.get(`${home}/data`)).text).passkeys).toMatchObject([{ name: 'Phone' }]);
  await visitor.submit(await visitor.get(home), `..${home}/erase`);
  expect((await use(new Visitor(scene.portal), person, device)).path).toMatch(FAILED);
  const again = await signInBuyer(scene, email);
  expect((await again.visitor.get('/passkeys')).text).toContain('You have no passkey yet.');
});

test('rejects malformed answers and forms without the token of their browser', async () => {
  const { visitor, page } = await visitorWithForm();
  const text = JSON.stringify({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} });
  for (const credential of ['', 'x', 'null', '[]', text])
    expect((await visitor.submit(page, 'sign-in/passkey', { credential })).path).toMatch(FAILED);
  for (const at of ['x', '-1', '1e400', String(scene.clock.now() + MINUTE)])
    expect((await visitor.submit(page, 'sign-in/passkey', { credential: text, at })).path).toMatch(FAILED);
  expect((await visitor.post('/sign-in/passkey', { credential: text })).path).toMatch(FAILED);
  expect(visitor.cookies.has('__Host-session')).toBe(false);
});

test('lets nobody in by the passkey of somebody who was removed, after the address was added again', async () => {
  const person = await staffMember('moves');
  const device = new Authenticator();
  await add(person, device);
  const email = 'moves@merchant.example.test';
  expect((await run(['staff', 'remove', email], scene.portal.commandEnv)).code).toBe(0);
  expect((await use(new Visitor(scene.portal), person, device)).path).toBe('/desk');
  await addStaff(scene, email, 'orders');
  expect(await isIn(person.visitor)).toBe(false);
  expect((await use(new Visitor(scene.portal), person, device)).path).toMatch(FAILED);
});

test('confirms no role by the page of passkeys, which is not the desk', async () => {
  const { store } = scene.portal.app;
  const email = 'only-buys@merchant.example.test';
  const { visitor } = await signInBuyer(scene, email);
  await addStaff(scene, email, 'orders');
  const id = personId(store.secret('people'), email);
  const isConfirmed = () =>
    store.read((rows) => rows.find('rolesOf', id).some(({ confirmed_at }) => confirmed_at !== undefined));
  for (const path of ['/passkeys', '/passkeys?shop=unknown']) expect((await visitor.get(path)).status).toBe(200);
  expect(await isConfirmed()).toBe(false);
  await visitor.get('/desk');
  expect(await isConfirmed()).toBe(true);
});
