import { memberOf } from './keys.js';

/** What this tab remembers until it is closed: the key that was entered, and the ids in answers, for the next form. */

const KEY = 'portal key';

export function rememberedKey(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function rememberKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** The kind of object that an id names: `chk` of `chk_0193…`. */
const ID = /^([a-z]+)_[0-9a-f-]{36}$/;

/** Keeps the id of an object that was answered. */
export function rememberIds(answer: unknown): void {
  const data = memberOf(answer, 'data');
  const first = Array.isArray(data) ? data[0] : data;
  for (const id of [memberOf(first, 'id'), memberOf(memberOf(first, 'order'), 'id')]) {
    const kind = typeof id === 'string' ? ID.exec(id)?.[1] : undefined;
    if (kind !== undefined) sessionStorage.setItem(`portal ${kind}`, String(id));
  }
}

/** The id of the same kind that was answered last, or the one of the example. */
export function lastId(example: string): string {
  const kind = ID.exec(example)?.[1];
  return (kind === undefined ? null : sessionStorage.getItem(`portal ${kind}`)) ?? example;
}
