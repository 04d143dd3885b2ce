import type { z } from 'zod';
import {
  type ErrorCode,
  isErrorCode,
  isNotFoundCode,
  notFoundError,
  PortalError,
} from '../domain/errors/portal-error.js';
import { didYouMean } from '../domain/values/nearest.js';
import { pluralize } from '../domain/values/pluralize.js';
import { pathText, printable } from '../json/path-text.js';
import { acceptedText, memberNames, schemaAt } from './accepted.js';
import { amountHint } from './amount-hint.js';

/** Error codes for members of the wrong form, by member name. */
export type InputErrors = Readonly<Partial<Record<string, ErrorCode>>>;

/**
 * Zod codes for a value of the right type but the wrong form. An operation may report them under its own error code.
 */
const WRONG_FORM = new Set(['too_big', 'too_small', 'invalid_format']);

/** Maximum number of problems listed in one error. */
const MAX_PROBLEMS = 5;

type Issue = z.core.$ZodIssue;

/** Prefixes of messages written by zod itself. */
const ZOD_WORDS = 'Invalid input: ';
const ZOD_UNKNOWN = 'Unrecognized key';

/**
 * Builds an error that lists up to five problems, each with the member and the values it accepts. A schema's own sentence
 * about unknown members stands alone, because it says what to send instead. The first problem determines the code. A
 * malformed id is reported as not found, but only if nothing else is wrong (400 precedes 404).
 */
export function inputError(error: z.ZodError, raw: unknown, codes: InputErrors, input: z.ZodObject): PortalError {
  const found = error.issues.map((issue) => ({ issue, code: codeOf(issue, codes) }));
  const wrong = found.filter(({ code }) => !isNotFoundCode(code));
  const first = wrong[0] ?? found[0];
  if (!first) return new PortalError('invalid_request', 'The arguments do not have the documented form.');
  if (isNotFoundCode(first.code)) return notFoundError(first.code);
  const alone = wrong.find(({ issue }) => issue.code === 'unrecognized_keys' && hasOwnSentence(issue));
  const texts = [...new Set((alone ? [alone] : wrong).flatMap(({ issue }) => textsOf(issue, raw, input)))];
  const more = texts.length - MAX_PROBLEMS;
  const detail = `${texts.slice(0, MAX_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  return new PortalError(first.code, detail);
}

function codeOf(issue: Issue, codes: InputErrors): ErrorCode {
  const own = issue.code === 'custom' ? issue.params?.code : undefined;
  if (isErrorCode(own)) return own;
  const member = String(issue.path[0] ?? '');
  return WRONG_FORM.has(issue.code) ? (codes[member] ?? 'invalid_request') : 'invalid_request';
}

/** Returns one error text for each unknown member, or exactly one for any other issue and a schema's own sentence. */
function textsOf(issue: Issue, raw: unknown, input: z.ZodObject): string[] {
  if (issue.code !== 'unrecognized_keys') return [problemText(issue, raw, input)];
  const where = pathText(issue.path);
  if (hasOwnSentence(issue)) return [`${where === '' ? '' : `${where}: `}${issue.message}`];
  const taken = memberNames(schemaAt(input, issue.path));
  const others = taken.length > 0 ? ` (it accepts ${taken.join(', ')})` : '';
  return issue.keys.map((key, index) => {
    const hint = didYouMean(key, taken) || (index === 0 ? others : '');
    return `${where === '' ? '' : `${where}: `}unknown member "${printable(key)}"${hint}`;
  });
}

function hasOwnSentence({ message }: Issue): boolean {
  return !message.startsWith(ZOD_UNKNOWN);
}

function problemText(issue: Issue, raw: unknown, input: z.ZodObject): string {
  const where = pathText(issue.path);
  const value = valueAt(raw, issue.path);
  const isMistyped = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  const accepted = isMistyped ? acceptedText(schemaAt(input, issue.path)) : undefined;
  if (accepted === undefined || where === '') return issueText(issue, raw, 'the arguments');
  if (value === undefined) return `${where}: is required (${accepted})`;
  const hint = amountHint(String(issue.path.at(-1)), value);
  if (issue.code === 'invalid_value') {
    const near = typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : '';
    return `${where}: must be ${accepted}${near}`;
  }
  return `${where}: ${mistypedText(accepted, value)}${hint}`;
}

function mistypedText(accepted: string, value: unknown): string {
  return `must be ${withArticle(accepted)}, not ${typeText(value)}`;
}

function withArticle(text: string): string {
  if (text.startsWith('one of ')) return text;
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`;
}

function typeText(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  // JavaScript's type name would be "number", which hides the problem.
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction';
  return withArticle(typeof value);
}

/** Describes a problem in a sentence that names the member; `whole` is the name of the entire input. */
export function issueText(issue: Issue, raw: unknown, whole: string): string {
  const path = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `${path === '' ? '' : `${path}: `}unknown member "${printable(issue.keys[0] ?? '')}"`;
  }
  const where = path === '' ? whole : path;
  const expected = expectedText(issue);
  if (expected !== undefined && valueAt(raw, issue.path) === undefined) return `${where}: is required (${expected})`;
  return `${where}: ${formText(issue, valueAt(raw, issue.path)) ?? issue.message.replace(ZOD_WORDS, '')}`;
}

/** Describes the values that a missing member accepts. */
function expectedText(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return typeName(issue.expected);
  return issue.code === 'invalid_value'
    ? `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`
    : undefined;
}

/** Type name as in JSON Schema. */
function typeName(expected: string): string {
  return expected === 'int' ? 'integer' : expected;
}

const UNITS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['string', ['character', 'characters']],
  ['array', ['entry', 'entries']],
]);

/** Describes types, limits and choices in the style of other error texts; `undefined` for other problems. */
function formText(issue: Issue, value: unknown): string | undefined {
  // A schema's own error message is kept, since it describes the accepted values.
  if (issue.code === 'invalid_type' && issue.message.startsWith(ZOD_WORDS))
    return mistypedText(typeName(issue.expected), value);
  if (issue.code === 'invalid_value') {
    const near = typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : '';
    return `must be ${expectedText(issue)}${near}`;
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const [bound, limit] = issue.code === 'too_big' ? ['most', issue.maximum] : ['least', issue.minimum];
    const unit = UNITS.get(issue.origin);
    return unit ? `must have at ${bound} ${pluralize(Number(limit), ...unit)}` : `must be at ${bound} ${limit}`;
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be an email address';
  return undefined;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Reflect.get(value, part);
  }, raw);
}
