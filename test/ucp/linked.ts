import { required } from '../../src/domain/values/required.js';
import { allowOn, consentPath, openAccountScene, signInBuyer } from '../account/scene.js';
import type { Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { type Asking, allow, asking, exchange, type Reply, register, type Tokens } from '../oauth/assistant.js';
import type { Answered } from '../support/portal.js';
import { heldPortal } from './held-answers.js';
import {
  call,
  OPEN,
  PROFILE,
  platformKey,
  platformProfile,
  setUcp,
  TestConnector,
  type UcpPortal,
} from './platform.js';

/** People who link their account to a platform that buys over UCP. */

/** At the host of the platform's profile, which binds the tokens to the platform. */
export const CALLBACK = 'https://agent.example/callback';

export interface LinkedShop extends UcpPortal {
  readonly scene: MailScene;
}

/** Opens a shop with accounts, OAuth and UCP, and serves the platform's profile in a version. */
export async function openLinkedShop(version: string): Promise<LinkedShop> {
  const connector = new TestConnector();
  connector.serve(PROFILE, platformProfile(version));
  const scene = await openAccountScene({ connector });
  const portal = heldPortal(scene.portal);
  await setUcp(portal, { ...OPEN, open: false });
  return {
    scene,
    portal,
    wrongly: heldPortal(scene.portal, 'wrong'),
    connector,
    key: await platformKey(portal, [PROFILE]),
  };
}

export interface Link {
  readonly client_id: string;
  readonly tokens: Tokens;
}

/** Registers a client of the platform. */
export async function clientAt({ portal }: Pick<LinkedShop, 'portal'>, redirect = CALLBACK): Promise<string> {
  return (await register(portal.url, { redirect_uris: [redirect], client_name: 'Agent' })).json.client_id;
}

type Changes = Readonly<Record<string, string>>;

/** Somebody without an account links the platform. */
export async function link(shop: LinkedShop, changes: Changes = {}, fields: Changes = {}): Promise<Link> {
  const client_id = await clientAt(shop, changes.redirect_uri);
  const asked = asking(client_id, { redirect_uri: CALLBACK, resource: `${shop.portal.url}/ucp`, ...changes });
  const { code } = await allow(shop.portal.url, asked, fields);
  return { client_id, tokens: tokensIn(await exchange(shop.portal.url, asked, code)) };
}

/** Signs somebody in by mail. */
export const personWith = async (shop: LinkedShop, email: string): Promise<Visitor> =>
  (await signInBuyer(shop.scene, email)).visitor;

/** A person who is signed in allows a request. Returns the code. */
export async function allowAs({ scene }: LinkedShop, visitor: Visitor, asked: Asking, fields: Changes = {}) {
  const path = consentPath(scene, asked);
  return codeIn((await allowOn(visitor, await visitor.get(path), path, fields)).text);
}

/** Returns the code in the page that follows a consent. */
export const codeIn = (text: string): string => required(/[?&;]code=([\w-]+)/.exec(text)?.[1], 'code');

/** A person who is signed in links the platform. */
export async function linkAs(shop: LinkedShop, visitor: Visitor, fields: Changes = {}, changes: Changes = {}) {
  const client_id = changes.client_id ?? (await clientAt(shop));
  const asked = asking(client_id, { redirect_uri: CALLBACK, resource: `${shop.portal.url}/ucp`, ...changes });
  const code = await allowAs(shop, visitor, asked, fields);
  return { client_id, tokens: tokensIn(await exchange(shop.portal.url, asked, code)) };
}

function tokensIn({ status, json }: Reply): Tokens {
  if (status !== 200) throw new Error(`the code was answered with ${status}: ${JSON.stringify(json)}`);
  return json;
}

/** Makes one call of the platform for the person of a token. */
export function callFor(
  shop: LinkedShop,
  version: string,
  { tokens }: Pick<Link, 'tokens'>,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<Answered> {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': crypto.randomUUID() };
  return call(shop, version, method, path, { key: shop.key, headers, ...(body && { body }) });
}
