import { isIP } from 'node:net';
import { parsedUrl } from '../parsed-url.js';
import { SETTINGS, type Setting, type SettingName } from './settings.js';

/** An invalid setting. The message names the variable and its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function problem(name: SettingName, valid: string): ConfigError {
  const setting: Setting = SETTINGS[name];
  const flag = setting.flag ? ` (${setting.flag.split(' ')[0]})` : '';
  return new ConfigError(`${setting.env}${flag} must be ${valid}`);
}

export function integerOf(name: SettingName, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw problem(name, `a whole number from ${least} to ${most}`);
  return value;
}

export function choiceOf<T extends string>(name: SettingName, text: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw problem(name, `one of ${choices.join(', ')}`);
  return chosen;
}

export function urlOf(text: string): string {
  const url = parsedUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw problem('publicUrl', 'an http or https URL without query');
  }
  return text.replace(/\/+$/, '');
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * Checks that OAuth can be used at the public address: tokens must not be sent in the clear over a network, and clients
 * search for the metadata at the root of the host.
 * @throws ConfigError
 */
export function oauthOf(isOn: boolean, publicUrl: string | undefined, host: string): boolean {
  if (!isOn) return false;
  const url = publicUrl === undefined ? undefined : parsedUrl(urlOf(publicUrl));
  const isLocal = LOOPBACK_HOSTS.has(url?.hostname ?? host);
  const isSecure = url?.protocol === 'https:' || isLocal;
  if (isSecure && (url?.pathname ?? '/') === '/') return true;
  throw problem('oauth', '0 unless PORTAL_PUBLIC_URL is an https URL without a path, or the portal is on this machine');
}

/** Words of a log name, after the first of which, without a slash, a port may follow. */
const LOG_NAME = /^[A-Za-z0-9]+([._-]+[A-Za-z0-9]+)*(:(?<port>\d{1,5})(?=\/|$))?([._/-]+[A-Za-z0-9]+)*$/;
const MAX_PORT = 65_535;

/**
 * Parses a log name. It is part of a key's name, which must not have spaces or plus signs (C2SP signed-note). A port
 * lets every log be named by its URL.
 */
export function logNameOf(text: string): string {
  const found = LOG_NAME.exec(text);
  const port = Number(found?.groups?.port ?? 1);
  if (found && port >= 1 && port <= MAX_PORT && text.length <= 100) return text;
  throw problem('logName', 'a name such as example.com:8443/receipts: letters, digits, ".", "_", "/", "-", and a port');
}

/** Names of networks that Express's `trust proxy` accepts. */
const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Parses a number of proxies, or their addresses, for Express's `trust proxy`.
 * @throws ConfigError
 */
export function proxiesOf(text: string): number | readonly string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const listed = listOf(text);
  if (listed.length > 0 && listed.every((one) => NETWORKS.has(one) || isNetwork(one))) return listed;
  throw problem(
    'trustedProxies',
    'a number from 0 to 99, or addresses, networks (10.0.0.0/8) and names such as loopback',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Splits a text at commas and trims each part. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
