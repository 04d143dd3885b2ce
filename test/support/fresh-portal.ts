import { expect } from 'vitest';
import type { Clock } from '../../src/ports.js';
import { type RequestOptions, startPortal, type TestPortal } from './portal.js';

/** Fetches a response, which must equal that of a newly started portal, whose caches are empty. Returns its text. */
export async function textAsFresh(
  portal: TestPortal,
  clock: Clock,
  path: string,
  sent: RequestOptions,
): Promise<string> {
  const { text } = await portal.request('GET', path, sent);
  const fresh = await startPortal({ clock, database: portal.database });
  const wanted = await fresh.request('GET', path, sent);
  await fresh.close();
  expect(text.replaceAll(portal.url, '')).toBe(wanted.text.replaceAll(fresh.url, ''));
  return text;
}
