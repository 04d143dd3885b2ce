import { createHash, randomBytes } from 'node:crypto';
import { required } from '../../src/domain/values/required.js';

/** An assistant that speaks OAuth by hand, and the person who uses it, without a browser. */

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** A response with its parsed JSON body. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly json: any;
  readonly headers: Headers;
}

export const REDIRECT = 'http://127.0.0.1:7777/done';

/** Posts a form to an endpoint of the authorization server. */
export async function post(
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });
  return replyOf(response);
}

export async function register(url: string, metadata: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return replyOf(await fetch(`${url}/oauth/register`, { method: 'POST', body: JSON.stringify(metadata), headers }));
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, json: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export interface Asking {
  readonly client_id: string;
  readonly verifier: string;
  /** Parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Builds an authorization request; undefined members of `changes` are left out. */
export function asking(client_id: string, changes: Readonly<Record<string, string | undefined>> = {}): Asking {
  const verifier = randomBytes(32).toString('base64url');
  const all = {
    ...{ client_id, response_type: 'code', redirect_uri: REDIRECT, state: 'state 1', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...changes,
  };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { client_id, verifier, parameters: Object.fromEntries(sent) };
}

export function authorizeUrl(url: string, { parameters }: Asking): string {
  return `${url}/oauth/authorize?${new URLSearchParams(parameters)}`;
}

export interface ConsentPage {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly cookie: string;
  readonly ticket: string;
  /** URL to which the form posts. */
  readonly action: string;
}

/** Opens the consent page like a browser without cookies. */
export async function openConsent(url: string, asked: Asking): Promise<ConsentPage> {
  const target = authorizeUrl(url, asked);
  const response = await fetch(target, { redirect: 'manual' });
  const text = await response.text();
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const ticket = /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
  return { status: response.status, text, headers: response.headers, cookie, ticket, action: target };
}

/** Sends the consent form. */
export function answerConsent(page: ConsentPage, fields: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const form = { ticket: page.ticket, decision: 'allow', per_order: '', per_30_days: '', ask_above: '', days: '90' };
  return post(page.action, { ...form, ...fields }, { cookie: page.cookie });
}

/** The person allows the request. Returns the URL that gives the code to the client, and that of the grant's page. */
export async function allow(url: string, asked: Asking, fields: Readonly<Record<string, string>> = {}) {
  const { json: text, status } = await answerConsent(await openConsent(url, asked), fields);
  if (status !== 200) throw new Error(`the consent was answered with ${status}: ${text}`);
  const links = [...String(text).matchAll(/href="([^"]+)" (?:target|rel)/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const back = new URL(
    required(
      links.find((link) => link.includes('code=')),
      'link to the client',
    ),
  );
  return { back, code: back.searchParams.get('code') ?? '', manage: required(links[0], 'link to the grant') };
}

export function exchange(
  url: string,
  { client_id, verifier, parameters }: Asking,
  code: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id };
  return post(`${url}/oauth/token`, { ...form, redirect_uri: parameters.redirect_uri ?? '', ...changes });
}

export function refresh(url: string, client_id: string, refresh_token: string): Promise<Reply> {
  return post(`${url}/oauth/token`, { grant_type: 'refresh_token', refresh_token, client_id });
}

/** Registers a client, and lets a person allow it. */
export async function connect(url: string, fields: Readonly<Record<string, string>> = {}, changes = {}) {
  const { json } = await register(url, { redirect_uris: [REDIRECT], client_name: 'Assistant' });
  const asked = asking(json.client_id, changes);
  const { code, manage } = await allow(url, asked, fields);
  const tokens: Tokens = (await exchange(url, asked, code)).json;
  return { client_id: String(json.client_id), asked, code, manage, tokens };
}

/** Calls a tool with an access token. */
export async function callTool(
  url: string,
  token: string,
  name: string,
  args: object = {},
  path = '/mcp',
): Promise<Reply> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  };
  return replyOf(await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers }));
}
