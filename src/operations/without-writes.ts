import type { Store } from '../ports.js';

/** The store as one sees it: decisions are made, and what they would write is dropped. */
export function withoutWrites(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'update') return lookingUpdate(target);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function lookingUpdate(store: Store): Store['update'] {
  return (decide) => store.read((rows) => decide(rows).result);
}
