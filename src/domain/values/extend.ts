/**
 * Returns a copy of an object with more members. For members that the object may lack, it is much faster than
 * `{ ...object, member }`: for each such copy, V8 11 (Node 20) makes a hidden class that it never uses again, so all
 * code that reads the copies becomes slow too. Replacing members that exist is fast either way.
 */
export function extend<T extends object, More extends object>(object: T, more: More): Omit<T, keyof More> & More {
  return Object.assign({}, object, more);
}
