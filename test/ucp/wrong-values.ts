/** Derives bodies with one wrong member from a valid body. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export interface WrongBody {
  /** Path of the member, as in the detail of an error. */
  readonly at: string;
  readonly value: Json;
  readonly body: Json;
}

const NUL = '\u0000';
const OVERRIDE = '\u202e';

/** Values that few or no members accept. */
const VALUES: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 53, 1e308],
  ...['', ' ', 'x', NUL, OVERRIDE, '"', 'x'.repeat(5_000)],
  ...[[], {}, [null], [[]], { x: 1 }, Array.from({ length: 600 }, () => 'x')],
];

/** Returns `count` bodies for each member, each with a wrong value of the member. Values vary by member and turn. */
export function wrongBodies(body: object, count: number, turn: number): WrongBody[] {
  const whole: Json = JSON.parse(JSON.stringify(body));
  return pathsOf(whole).flatMap((path, index) =>
    Array.from({ length: Math.min(count, VALUES.length) }, (_, step) => {
      const value = VALUES[((index + turn) * count + step) % VALUES.length] ?? null;
      return { at: textOf(path), value, body: replacedAt(whole, path, value) };
    }),
  );
}

/** Adds an unknown member to each object of the body. */
export function withSurplus(value: Json): Json {
  if (isList(value)) return value.map(withSurplus);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withSurplus(member)] as const);
  return { ...Object.fromEntries(members), surplus: { x: [1] } };
}

type Path = readonly (string | number)[];

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [string | number, Json])[] = isList(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([name, member]) => [[...path, name], ...pathsOf(member, [...path, name])]);
}

function replacedAt(whole: Json, [name, ...rest]: Path, value: Json): Json {
  if (name === undefined) return value;
  if (isList(whole)) return whole.map((one, index) => (index === name ? replacedAt(one, rest, value) : one));
  if (typeof whole !== 'object' || whole === null) return whole;
  return { ...whole, [name]: replacedAt(whole[name] ?? null, rest, value) };
}

const textOf = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('');
