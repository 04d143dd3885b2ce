import { bodies, invalid, type Wrong } from './row.js';

/** Path of a member of the body, and values of this member that must be rejected. */
export type WrongValues = readonly [path: string, ...values: unknown[]];

/** Returns calls with one wrong value each in the valid body. The detail must begin with the member's path. */
export function wrongMembers(right: unknown, table: readonly WrongValues[]): Wrong[] {
  return table.flatMap(([path, ...values]) =>
    bodies(values.map((value) => [`${path} = ${shown(value)}`, changed(right, path, value), namedAt(path)] as const)),
  );
}

/** Returns calls without one of the members of the valid body. The detail must report this member as required. */
export function absentMembers(right: unknown, paths: readonly string[]): Wrong[] {
  return bodies(
    paths.map((path) => [
      `${path} absent`,
      changed(right, path, undefined),
      invalid(new RegExp(`^${escaped(path)}: is required`)),
    ]),
  );
}

/** Returns calls with an unknown member in one of these objects of the valid body. */
export function surplusMembers(right: unknown, paths: readonly string[]): Wrong[] {
  return bodies(
    paths.map((path) => [
      `${path} with an unknown member`,
      changed(right, `${path}.surplus`, 1),
      invalid(new RegExp(`^${escaped(path)}: unknown member "surplus"`)),
    ]),
  );
}

/** Returns the error for a malformed member, whose detail begins with the member's path. */
export const namedAt = (path: string) => invalid(new RegExp(`^${escaped(path)}(?!\\w).*: `));

const escaped = (path: string) => path.replaceAll(/[[\].]/g, '\\$&');

/** Returns the JSON text of a value, or `undefined`, for a name. A long text is cut, and its length is added. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

/** Returns the body with another value at a path such as `shipping[0].price.amount`. */
export function changed(body: unknown, path: string, value: unknown): unknown {
  const [, name = '', rest = ''] = /^\[?(\w+)\]?\.?(.*)$/.exec(path) ?? [];
  const inner = (at: unknown) => (rest === '' ? value : changed(at, rest, value));
  if (Array.isArray(body)) return body.map((entry, index) => (String(index) === name ? inner(entry) : entry));
  if (typeof body !== 'object' || body === null) throw new Error(`there is nothing at ${path}`);
  return { ...body, [name]: inner(Reflect.get(body, name)) };
}
