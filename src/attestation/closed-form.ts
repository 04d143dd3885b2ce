import { readInstant } from './instant.js';
import { isJsonObject } from './json-object.js';

/** Forms of signed statements: objects whose members are all known. */

export interface Rule {
  readonly expected: string;
  fits(value: unknown): boolean;
}

export type Rules = Readonly<Record<string, Rule>>;

export interface ClosedForm {
  /** Name with its article, for errors. */
  readonly name: string;
  readonly required: Rules;
  readonly optional?: Rules;
}

/** Builds the error of a value without its form. */
export type FormError = (detail: string, ...path: readonly (string | number)[]) => Error;

const ID = /^\P{Cc}{1,255}$/u;
const HASH = /^[0-9a-f]{64}$/;

export const VERSION_RULE: Rule = { expected: '"v0"', fits: (value) => value === 'v0' };
export const HASH_RULE: Rule = { expected: '64 lower-case hex digits', fits: isHash };
export const TIME_RULE: Rule = {
  expected: 'an RFC 3339 time with zone, such as 2026-11-20T10:00:00Z',
  fits: (value) => typeof value === 'string' && readInstant(value) !== undefined,
};

/** Throws the error of the first member that is missing, invalid or unknown. */
export function assertForm(
  value: unknown,
  { name, required, optional = {} }: ClosedForm,
  error: FormError,
): asserts value is object {
  if (!isJsonObject(value)) throw error('must be an object');
  for (const [member, { expected, fits }] of Object.entries({ ...required, ...optional })) {
    const isAbsent = !Object.hasOwn(value, member);
    if (isAbsent && Object.hasOwn(required, member)) throw error('is required', member);
    if (!isAbsent && !fits(Reflect.get(value, member))) throw error(`must be ${expected}`, member);
  }
  const isKnown = (member: string) => Object.hasOwn(required, member) || Object.hasOwn(optional, member);
  const other = Object.keys(value).find((member) => !isKnown(member));
  if (other !== undefined) throw error(`is not a member of ${name}`, other);
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

/** True for an id of any form: 1 to 255 characters, without control characters or space at the ends. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value) && value.isWellFormed() && value.trim() === value;
}
