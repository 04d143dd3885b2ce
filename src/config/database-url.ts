import { resolve } from 'node:path';

/** A database on a server, not a file. */
export function isDatabaseUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(text);
}

/** A URL as it is; of a file its absolute path. */
export function databaseOf(text: string): string {
  return isDatabaseUrl(text) ? text : resolve(text);
}

/** What the names of a portal's own files begin with, whose database is on a server: the database and its server. */
export function filesNameOf(url: string): string {
  const { hostname, port, pathname } = parsed(url);
  const place = [pathname.slice(1) || 'postgres', hostname || 'localhost', ...(port === '' ? [] : [port])].join('@');
  return decodeURIComponent(place).replaceAll(/[^\w.@-]/g, '_');
}

/** The path of a file as it is; a URL without its password. */
export function shownDatabase(database: string): string {
  if (!isDatabaseUrl(database)) return database;
  const url = parsed(database);
  url.password = '';
  url.searchParams.delete('password');
  const { before, first, after } = divided(url.href);
  return `${before}${first}${divided(database).others}${after}`;
}

/**
 * A URL may name several servers, `ONE:5432,OTHER:5432`, as libpq's do: here it is that of the first.
 * @throws Error that does not repeat the text, which may hold a password
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
