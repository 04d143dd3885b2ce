import { all } from './dom.js';

/** A key of the demo shop, with its scopes. */
export interface DemoKey {
  readonly key: string;
  readonly scopes: readonly string[];
}

const KEYS = 'portal demo keys';

/**
 * Stores the demo's keys for the other pages of this tab, if this page shows them. Only one page does, whose URL the
 * portal prints at start.
 */
export function keepShownKeys(): void {
  const shown = all('[data-scopes]', HTMLElement).map(({ textContent, dataset }) => ({
    key: textContent,
    scopes: dataset.scopes?.split(' '),
  }));
  if (shown.length > 0) sessionStorage.setItem(KEYS, JSON.stringify(shown));
}

/** Returns the demo's keys, if this tab has them. */
export function demoKeys(): readonly DemoKey[] {
  return keysIn(JSON.parse(sessionStorage.getItem(KEYS) ?? '[]'));
}

function keysIn(listed: unknown): DemoKey[] {
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one: unknown) => {
    const key = memberOf(one, 'key');
    const scopes = memberOf(one, 'scopes');
    return typeof key === 'string' && Array.isArray(scopes) ? [{ key, scopes: scopes.map(String) }] : [];
  });
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
