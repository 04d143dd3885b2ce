import type { InputForm } from '../../calls/input-form.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { pathText } from '../../json/path-text.js';
import { aliasesIn, WRAPPERS } from './aliases.js';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Renames aliases to their members. Returns the same object if there is nothing to rename.
 * @throws PortalError `invalid_request` if a member was sent twice with different values
 */
export function renameAliases(given: Members, form: InputForm, path: readonly PropertyKey[]): Members {
  const names = Object.keys(given);
  if (names.every((name) => form.members.has(name))) return given;
  const named = new Map<string, unknown>();
  for (const name of names) if (form.members.has(name)) named.set(name, given[name]);
  const others = names.filter((name) => !form.members.has(name));
  const moved = others.map((name) => {
    const target = targetOf(name, form) ?? wrappedTarget(name, form);
    return { name, target: target ?? [name] };
  });
  // Arguments that keep their names come first, so that an alias with a different value is the one rejected.
  const isOwn = ({ name, target }: (typeof moved)[number]) => target.at(-1) === name;
  for (const { name, target } of [...moved.filter(isOwn), ...moved.filter((one) => !isOwn(one))])
    put(named, target, given[name], [...path, name]);
  return Object.fromEntries(named);
}

/** Finds the target of a name: the same name in snake case, or an alias from the table. */
function targetOf(name: string, form: InputForm): readonly string[] | undefined {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  return form.members.has(snake) ? [snake] : (aliasesIn(form).get(name) ?? aliasesIn(form).get(snake));
}

/**
 * Finds the first member of `WRAPPERS` whose schema has the argument, directly or nested. If that member is a list, the
 * argument goes into a single entry.
 */
function wrappedTarget(name: string, form: InputForm): readonly string[] | undefined {
  for (const wrapper of WRAPPERS) {
    const inner = form.members.get(wrapper);
    const holder = inner?.entry ?? inner;
    if (!holder) continue;
    const target = holder.members.has(name) ? [name] : (targetOf(name, holder) ?? wrappedTarget(name, holder));
    if (target) return [wrapper, ...target];
  }
  return undefined;
}

/** Sets a member at a path, and creates missing objects. */
function put(
  into: Map<string, unknown>,
  target: readonly string[],
  value: unknown,
  sentAs: readonly PropertyKey[],
  at = 0,
): void {
  const [first = '', ...rest] = target.slice(at);
  const there = into.get(first);
  if (rest.length === 0) {
    if (there !== undefined && !isNothing(value) && !same(there, value)) {
      if (!isNothing(there)) throw twice(sentAs, target);
      into.set(first, value);
    } else if (there === undefined) into.set(first, value);
    return;
  }
  if (there !== undefined && !isMembers(there)) throw twice(sentAs, target);
  const inner = new Map(Object.entries(there ?? {}));
  put(inner, target, value, sentAs, at + 1);
  into.set(first, Object.fromEntries(inner));
}

/** True for values that clients with strict schemas send for an omitted member. */
function isNothing(value: unknown): boolean {
  return value === null || value === '';
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function twice(sentAs: readonly PropertyKey[], target: readonly string[]): PortalError {
  const member = target.join('.');
  return new PortalError(
    'invalid_request',
    `${pathText(sentAs)}: is an alias of "${member}", which was sent with a different value; send only "${member}"`,
  );
}
