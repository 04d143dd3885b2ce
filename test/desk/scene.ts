import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { required } from '../../src/domain/values/required.js';
import { type Visited, Visitor } from '../actors/visitor.js';
import { type MailScene, openMailScene } from '../mail/mail-scene.js';
import type { Options } from '../support/portal.js';
import { run } from '../support/program.js';

export const OWNER = 'ada@merchant.example.test';

/** Opens a portal with a staff member who may do everything. */
export async function openDeskScene(options: Options = {}): Promise<MailScene> {
  const scene = await openMailScene(options);
  await addStaff(scene, OWNER, 'owner');
  return scene;
}

export async function addStaff({ portal }: MailScene, email: string, role: string, ...more: string[]): Promise<void> {
  const { code, stderr } = await run(['staff', 'add', email, '--role', role, ...more], portal.commandEnv);
  if (code !== 0) throw new Error(stderr);
}

/** Adds a person of each role, and signs them in. Returns a function that finds the person of a role. */
export async function signInEachRole(scene: MailScene): Promise<(role: Role) => Visitor> {
  const people = new Map<Role, Visitor>();
  for (const role of ROLE_NAMES) {
    const email = `${role}@merchant.example.test`;
    await addStaff(scene, email, role);
    people.set(role, await signIn(scene, email));
  }
  return (role) => required(people.get(role), role);
}

/** A mail's recipient, its link as a path, and its code. */
export interface SignInMail {
  readonly to: string;
  readonly path: string;
  readonly code: string;
}

/** Waits for the mail of the attempt for which a page waits. */
export async function mailFor(
  { folder }: Pick<MailScene, 'folder'>,
  page: { readonly path: string },
): Promise<SignInMail> {
  const { to, text } = await vi.waitFor(
    () =>
      required(
        sentMails(folder).find((mail) => mail.text.includes(`${page.path}/`)),
        'mail',
      ),
    { timeout: 60_000 },
  );
  const [, path = '', code = ''] = /(\/sign-in\/\S+)[\s\S]*?\b(\d{6})\b/.exec(text) ?? [];
  return { to, path, code };
}

interface SentMail {
  readonly to: string;
  readonly text: string;
}

/** Reads the mails that the portal has stored so far. */
export function sentMails(folder: string): SentMail[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Enters an address; returns the page that waits for the code. */
export async function enterAddress(visitor: Visitor, email: string): Promise<Visited> {
  return visitor.submit(await visitor.get('/sign-in'), 'sign-in', { email });
}

/** Enters the code of the mail for which a page waits. */
export async function enterCode(scene: MailScene, visitor: Visitor, waiting: Visited): Promise<Visited> {
  const { code } = await mailFor(scene, waiting);
  return visitor.submit(waiting, codePath(waiting), { code });
}

/** Returns the action of the form for the code. */
export function codePath({ path }: { readonly path: string }): string {
  return `${path.split('/').at(-1)}/code`;
}

/** Signs a new visitor in by the code of the mail. */
export async function signIn(scene: MailScene, email: string, language?: string): Promise<Visitor> {
  const visitor = new Visitor(scene.portal, language);
  const desk = await enterCode(scene, visitor, await enterAddress(visitor, email));
  if (!desk.path.startsWith('/desk')) throw new Error(`not signed in, but at ${desk.path}`);
  return visitor;
}

/** Lists the paths of all kinds of pages of the desk, for an owner. `order`: id of an order. */
export function deskPaths(shop: string, order: string): readonly string[] {
  const desk = `/desk/${shop}`;
  const pages = [
    ...['', '/orders', '/orders?query=none', `/orders/${order}`, `/orders/${order}?conflict`],
    ...[`/ship-orders?order=${order}`, '/ship-orders', `/packing-slips?order=${order}`],
    ...['/items', '/items?query=mug', '/items/enamel-mug', '/items/new', '/import', '/discounts', '/discount'],
    ...['/abandoned-carts', '/abandoned-carts?days=7', '/receipts', '/payments', '/notices', '/preview', '/none'],
    ...['general', 'look', 'taxes', 'delivery', 'payments', 'mail', 'more'].map((section) => `/settings/${section}`),
    ...['staff', 'keys', 'webhooks', 'audit'].map((section) => `/access/${section}`),
  ];
  return ['/desk', ...pages.map((page) => `${desk}${page}`)];
}
