import { required } from '../../src/domain/values/required.js';
import { type Visited, Visitor } from '../actors/visitor.js';
import { codePath, mailFor } from '../desk/scene.js';
import { type MailScene, openMailScene } from '../mail/mail-scene.js';
import { type Asking, asking, authorizeUrl, exchange, REDIRECT, register, type Tokens } from '../oauth/assistant.js';
import type { Options } from '../support/portal.js';

/** A buyer with an account in the demo's shop. */

/** Opens a portal that stores mail in a folder, and to which people can connect assistants. */
export function openAccountScene(options: Options = {}): Promise<MailScene> {
  return openMailScene({ rateLimit: '0', ...options, env: { PORTAL_OAUTH: '1', ...options.env } });
}

export const accountOf = ({ portal }: MailScene) => `/account/${portal.demo.shop_id}`;

/** Enters an address on the page of the sign-in; returns the page that waits for the code. */
export function enterBuyer(visitor: Visitor, page: Visited, email: string): Promise<Visited> {
  return visitor.submit(page, 'sign-in', { email });
}

/** Signs a new visitor in by the code of the mail, and returns the page to which that leads. */
export async function signInBuyer(scene: MailScene, email: string, start = accountOf(scene)) {
  const visitor = new Visitor(scene.portal);
  const waiting = await enterBuyer(visitor, await visitor.get(start), email);
  const { code } = await mailFor(scene, waiting);
  return { visitor, page: await visitor.submit(waiting, codePath(waiting), { code }) };
}

/** Registers an assistant, and builds its authorization request. */
export async function askedBy({ portal }: MailScene, client_name = 'Assistant'): Promise<Asking> {
  const { json } = await register(portal.url, { redirect_uris: [REDIRECT], client_name });
  return asking(json.client_id);
}

/** Returns the path and query of the consent page. */
export function consentPath({ portal }: MailScene, asked: Asking): string {
  return authorizeUrl(portal.url, asked).slice(portal.url.length);
}

/** Sends the consent form of a page. */
export function allowOn(visitor: Visitor, page: Visited, path: string, fields: Readonly<Record<string, string>> = {}) {
  const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const form = { ticket, decision: 'allow', per_order: '', per_30_days: '', ask_above: '', days: '90' };
  return visitor.post(path, { ...form, ...fields });
}

/** The person connects an assistant. */
export async function connectAs(scene: MailScene, visitor: Visitor, fields: Readonly<Record<string, string>> = {}) {
  const asked = await askedBy(scene);
  const path = consentPath(scene, asked);
  const page = await allowOn(visitor, await visitor.get(path), path, fields);
  const code = required(/[?&;]code=([\w-]+)/.exec(page.text)?.[1], 'code');
  const tokens: Tokens = (await exchange(scene.portal.url, asked, code)).json;
  return { asked, page, tokens };
}
