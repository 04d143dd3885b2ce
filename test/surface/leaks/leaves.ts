import { volume } from '../../support/volume.js';

/** Finds the texts in a call's arguments, and makes invalid variants of each. */

type Args = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

interface Leaf {
  readonly path: Path;
  readonly value: string;
}

export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  const list = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, list ? Number(name) : name]));
}

/** Returns the path as text, such as `line_items[].item.id`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

function replaced(value: unknown, [head, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (head === undefined) return change(value);
  if (Array.isArray(value)) return value.map((one, index) => (index === head ? replaced(one, rest, change) : one));
  if (typeof value !== 'object' || value === null) throw new Error('the path leads nowhere');
  return { ...value, [head]: replaced(Reflect.get(value, head), rest, change) };
}

const WRONGS: readonly ((value: unknown) => unknown)[] = [
  (value) => `${value}${'x'.repeat(3000)}`,
  (value) => `${value}\u0000`,
  (value) => [value],
  (value) => ({ value }),
];

/**
 * Returns five variants of the arguments for each text in them: four in which the text is invalid, and one with an
 * unknown member beside it. At small volume, each text gets two of the five, by its position.
 */
export function wrongArgs(args: Args): Args[] {
  return leavesOf(args).flatMap(({ path, value }, leaf) => {
    const surplus = (old: unknown) => (typeof old === 'object' && old !== null ? { ...old, surplus: value } : old);
    const changed = WRONGS.map((wrong) => replaced(args, path, wrong));
    const all = [...changed, replaced(args, path.slice(0, -1), surplus)].map(asArgs);
    return volume(
      all.filter((_args, way) => (way + leaf) % all.length < 2),
      all,
    );
  });
}

function asArgs(value: unknown): Args {
  if (typeof value !== 'object' || value === null) throw new Error('arguments are an object');
  return { ...value };
}

/** Returns the paths of all texts in a JSON Schema, except enumerations. */
export function textPaths(schema: unknown, path = ''): string[] {
  const { type, enum: listed, properties, items } = asArgs(schema);
  if (type === 'string') return listed === undefined ? [path] : [];
  if (type === 'array') return textPaths(items, `${path}[]`);
  return Object.entries(asArgs(properties ?? {})).flatMap(([name, inner]) =>
    textPaths(inner, path === '' ? name : `${path}.${name}`),
  );
}
