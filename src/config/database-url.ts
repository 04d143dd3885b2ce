import { resolve } from 'node:path';

/** True for the URL of a database on a server, false for a file path. */
export function isDatabaseUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(text);
}

/** Returns a URL unchanged, and a file path as an absolute path. */
export function databaseOf(text: string): string {
  return isDatabaseUrl(text) ? text : resolve(text);
}

/** Prefix of the names of a portal's files if the database is on a server: the database's name, and host and port. */
export function filesNameOf(url: string): string {
  const { hostname, port, pathname } = parsed(url);
  const place = [pathname.slice(1) || 'postgres', hostname || 'localhost', ...(port === '' ? [] : [port])].join('@');
  return decodeURIComponent(place).replaceAll(/[^\w.@-]/g, '_');
}

/** Returns a file path unchanged, and a URL without its password. */
export function shownDatabase(database: string): string {
  if (!isDatabaseUrl(database)) return database;
  const url = parsed(database);
  url.password = '';
  url.searchParams.delete('password');
  const { before, first, after } = divided(url.href);
  return `${before}${first}${divided(database).others}${after}`;
}

/**
 * Parses a database URL. As in libpq, a URL may name several servers (`ONE:5432,OTHER:5432`); only the first is kept.
 * @throws Error that does not repeat the text, which may contain a password
 */
function parsed(text: string): URL {
  const { before, first, after } = divided(text);
  try {
    return new URL(`${before}${first}${after}`);
  } catch {
    throw new Error('the URL of the database is not valid: postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  }
}

function divided(text: string) {
  const form = /^([^/]*\/\/(?:[^@/?#]*@)?)([^,/?#]*)([^/?#]*)(.*)$/s;
  const [, before = '', first = '', others = '', after = ''] = form.exec(text) ?? [];
  return { before, first, others, after };
}
