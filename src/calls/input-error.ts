import type { z } from 'zod';
import { absent, type ErrorCode, isAbsentCode, isErrorCode, PortalError } from '../domain/errors/portal-error.js';
import { counted } from '../domain/values/counted.js';
import { pathText, printable } from '../json/path-text.js';

/** The code of a member whose form is wrong, by the member's name. */
export type InputErrors = Readonly<Partial<Record<string, ErrorCode>>>;

/** Codes that mean "right type, wrong form", which an operation may give a code of its own. */
const WRONG_FORM = new Set(['too_big', 'too_small', 'invalid_format']);

/**
 * The first error in the arguments, as one sentence that names the member. A malformed id is
 * an absent object, which is answered only when nothing else is wrong (400 comes before 404).
 */
export function inputError(error: z.ZodError, raw: unknown, codes: InputErrors): PortalError {
  const found = error.issues.map((issue) => ({ issue, code: codeOf(issue, codes) }));
  const first = found.find(({ code }) => !isAbsentCode(code)) ?? found[0];
  if (!first) return new PortalError('invalid_request', 'The arguments do not have the documented form.');
  return isAbsentCode(first.code)
    ? absent(first.code)
    : new PortalError(first.code, issueText(first.issue, raw, 'the arguments'));
}

function codeOf(issue: z.core.$ZodIssue, codes: InputErrors): ErrorCode {
  const own = issue.code === 'custom' ? issue.params?.code : undefined;
  if (isErrorCode(own)) return own;
  const member = String(issue.path[0] ?? '');
  return WRONG_FORM.has(issue.code) ? (codes[member] ?? 'invalid_request') : 'invalid_request';
}

/** What is wrong, as one sentence that names the member; `whole` names the input itself. */
export function issueText(issue: z.core.$ZodIssue, raw: unknown, whole: string): string {
  const path = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `${path === '' ? '' : `${path}: `}unknown member "${printable(issue.keys[0] ?? '')}"`;
  }
  const where = path === '' ? whole : path;
  const expected = expectedText(issue);
  if (expected !== undefined && valueAt(raw, issue.path) === undefined) return `${where}: is required (${expected})`;
  return `${where}: ${formText(issue) ?? issue.message.replace(/^Invalid input: /, '')}`;
}

/** What belongs where a member is absent. */
function expectedText(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.code === 'invalid_value'
    ? `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`
    : undefined;
}

const UNITS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['string', ['character', 'characters']],
  ['array', ['entry', 'entries']],
]);

/** Limits in the words of the other details. */
function formText(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const [bound, limit] = issue.code === 'too_big' ? ['most', issue.maximum] : ['least', issue.minimum];
    const unit = UNITS.get(issue.origin);
    return `takes at ${bound} ${unit ? counted(Number(limit), ...unit) : limit}`;
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'takes an email address';
  return undefined;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Reflect.get(value, part);
  }, raw);
}
