import { memberOf } from './keys.js';

/** Values that this tab stores until it is closed, for the next form: the entered key, and the ids in responses. */

const KEY = 'portal key';

export function rememberedKey(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function rememberKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** Captures the prefix of an id, which names the kind of object: `chk` in `chk_0193…`. */
const ID = /^([a-z]+)_[0-9a-f-]{36}$/;

/** Stores the ids of the objects in a response. */
export function rememberIds(answer: unknown): void {
  const data = memberOf(answer, 'data');
  const first = Array.isArray(data) ? data[0] : data;
  for (const id of [memberOf(first, 'id'), memberOf(memberOf(first, 'order'), 'id')]) {
    const kind = typeof id === 'string' ? ID.exec(id)?.[1] : undefined;
    if (kind !== undefined) sessionStorage.setItem(`portal ${kind}`, String(id));
  }
}

/** Returns the latest id in a response that has the same kind as the example, or the example if there is none. */
export function lastId(example: string): string {
  const kind = ID.exec(example)?.[1];
  return (kind === undefined ? null : sessionStorage.getItem(`portal ${kind}`)) ?? example;
}
