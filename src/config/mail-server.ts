import { resolve } from 'node:path';
import { isLoopbackHost } from '../loopback.js';
import { bareHost, parsedUrl } from '../parsed-url.js';
import { listOf, problem } from './values.js';

/** A folder that gets mail as files, for demos and development. */
interface MailFolder {
  readonly kind: 'file';
  /** Absolute path. */
  readonly folder: string;
}

/**
 * `implicit`: from the first byte. `required`: by STARTTLS, or nothing is sent. `optional`: by STARTTLS if the server
 * offers it. `never`: no encryption.
 */
const TLS_MODES = ['implicit', 'required', 'optional', 'never'] as const;
type TlsMode = (typeof TLS_MODES)[number];

/** A mail server that accepts messages over SMTP. */
export interface SmtpServer {
  readonly kind: 'smtp';
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  readonly login?: { readonly user: string; readonly password: string };
}

export type MailServer = MailFolder | SmtpServer;

const FILE = 'file:';
const VALID =
  'smtp://user:password@host:587, smtps://…, with ?tls=required, optional or never, or file: and a folder, such as file:data/mail';

/**
 * Parses the destination of all mail.
 * @throws ConfigError
 */
export function mailServerOf(text: string): MailServer {
  if (text.startsWith(FILE)) return mailFolderOf(text.slice(FILE.length).replace(/^\/\/(?=\/)/, ''));
  const url = parsedUrl(text);
  const tls = url && tlsModeOf(url);
  if (!url || !tls || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    throw problem('smtpUrl', VALID);
  const port = url.port === '' ? (tls === 'implicit' ? 465 : 587) : Number(url.port);
  const login = loginOf(url);
  return { kind: 'smtp', host: bareHost(url), port, tls, ...(login && { login }) };
}

function mailFolderOf(path: string): MailFolder {
  // In `file://data/mail`, `data` would be a host.
  if (path === '' || path.startsWith('//')) throw problem('smtpUrl', VALID);
  return { kind: 'file', folder: resolve(path) };
}

/** Returns `undefined` for a URL that is neither `smtp:` nor `smtps:`, or has other parameters. */
function tlsModeOf(url: URL): TlsMode | undefined {
  const parameters = [...url.searchParams];
  if (url.protocol === 'smtps:') return parameters.length === 0 ? 'implicit' : undefined;
  if (url.protocol !== 'smtp:') return undefined;
  const [[name, value] = [], ...more] = parameters;
  if (name === undefined) return isLoopbackHost(bareHost(url)) ? 'never' : 'required';
  if (name !== 'tls' || more.length > 0) return undefined;
  return TLS_MODES.find((mode) => mode !== 'implicit' && mode === value);
}

/** @throws ConfigError if only one of user and password is given, or either is badly encoded */
function loginOf({ username, password }: URL): SmtpServer['login'] {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') throw problem('smtpUrl', 'a URL with both user and password, or neither');
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw problem('smtpUrl', 'a URL whose user and password are percent-encoded');
  }
}

/** One plain address without a name. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/**
 * Parses a mail address.
 * @throws ConfigError
 */
export function mailAddressOf(name: 'mailFrom' | 'operatorMail', text: string): string {
  if (ADDRESS.test(text)) return text;
  throw problem(name, 'a mail address such as orders@shop.com, without a name');
}

const ORGANIZATION = /^org_[a-z0-9-]+$/;

/** Letters, digits and hyphens, in at least two parts. */
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/** A domain in which shops may choose a sender address. */
export interface SenderDomain {
  /** Lower case. */
  readonly domain: string;
  /** The only organization whose shops may use it; `undefined` if all may. */
  readonly organization_id: string | undefined;
}

/**
 * Parses a list of domains, each for all shops or after `@` for those of one organization.
 * @throws ConfigError
 */
export function mailDomainsOf(text: string): readonly SenderDomain[] {
  return listOf(text.toLowerCase()).map((one) => {
    const [domain = '', organization_id, ...rest] = one.split('@');
    const isKnown = DOMAIN.test(domain) && rest.length === 0;
    if (isKnown && (organization_id === undefined || ORGANIZATION.test(organization_id)))
      return { domain, organization_id };
    throw problem('mailDomains', 'domains such as shop.com,other.org@org_…, the second for one organization');
  });
}

/**
 * Parses the name under which the public DKIM key is published.
 * @throws ConfigError
 */
export function dkimSelectorOf(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/.test(text)) return text;
  throw problem('dkimSelector', 'a name such as portal: letters, digits, "." and "-"');
}
