import { bodies, invalid, type Wrong } from './row.js';

/** Path of a body member, and values it must reject. */
export type WrongValues = readonly [path: string, ...values: unknown[]];

/** The valid body with each wrong value in turn; the detail must begin with the member's path. */
export function wrongMembers(right: unknown, table: readonly WrongValues[]): Wrong[] {
  return table.flatMap(([path, ...values]) =>
    bodies(values.map((value) => [`${path} = ${shown(value)}`, changed(right, path, value), namedAt(path)] as const)),
  );
}

/** The valid body without each member in turn; the detail must report the member as required. */
export function absentMembers(right: unknown, paths: readonly string[]): Wrong[] {
  return bodies(
    paths.map((path) => [
      `${path} absent`,
      changed(right, path, undefined),
      invalid(new RegExp(`^${escaped(path)}: is required`)),
    ]),
  );
}

/** The valid body with an unknown member in each of these objects. */
export function surplusMembers(right: unknown, paths: readonly string[]): Wrong[] {
  return bodies(
    paths.map((path) => [
      `${path} with an unknown member`,
      changed(right, `${path}.surplus`, 1),
      invalid(new RegExp(`^${escaped(path)}: unknown member "surplus"`)),
    ]),
  );
}

/** Error for a malformed member. */
export const namedAt = (path: string) => invalid(new RegExp(`^${escaped(path)}(?!\\w).*: `));

const escaped = (path: string) => path.replaceAll(/[[\].]/g, '\\$&');

/** Returns the text of a value for a title. Long texts are cut, with their length; values without JSON are named. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

/** The body with another value at a path such as `shipping[0].price.amount`. */
export function changed(body: unknown, path: string, value: unknown): unknown {
  const [, name = '', rest = ''] = /^\[?(\w+)\]?\.?(.*)$/.exec(path) ?? [];
  const inner = (at: unknown) => (rest === '' ? value : changed(at, rest, value));
  if (Array.isArray(body)) return body.map((entry, index) => (String(index) === name ? inner(entry) : entry));
  if (typeof body !== 'object' || body === null) throw new Error(`there is nothing at ${path}`);
  return { ...body, [name]: inner(Reflect.get(body, name)) };
}
