import { PortalError } from '../../../domain/errors/portal-error.js';
import { instantOfLocalTime } from '../../../domain/values/calendar.js';
import { parsePercentage } from '../../../domain/values/percentage-text.js';
import { parsePrice } from '../../../domain/values/price-text.js';
import { type Form, readEntry } from '../../checkout/form.js';
import type { FormContext } from './fields.js';
import type { FormMember } from './members.js';

type ReadContext = Pick<FormContext, 'amounts' | 'percentages' | 'currency' | 'timeZone'>;

/**
 * Reads the members that a form has fields for. An empty field is null where the operation accepts null, else it is left
 * out, like a group whose fields are all empty.
 * @throws PortalError `invalid_request`
 */
export function readMembers(
  form: Form,
  members: readonly FormMember[],
  context: ReadContext,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = readMember(form, member, context);
      return value === undefined ? [] : [[member.key, value]];
    }),
  );
}

function readMember(form: Form, { name, kind, acceptsNull, isRequired }: FormMember, context: ReadContext): unknown {
  if (kind.type === 'group') {
    const parts = readMembers(form, kind.members, context);
    if (isRequired || Object.keys(parts).length > 0) return parts;
    return acceptsNull && hasFields(form, name) ? null : undefined;
  }
  if (kind.type === 'box')
    return readEntry(form, `${name}_shown`) === undefined ? undefined : readEntry(form, name) !== undefined;
  if (kind.type === 'choices')
    return readEntry(form, `${name}_shown`) === undefined
      ? undefined
      : kind.values.filter((one) => readEntry(form, `${name}.${one}`) !== undefined);
  const text = readEntry(form, name);
  if (text === undefined) return undefined;
  if (text === '') return acceptsNull ? null : undefined;
  switch (kind.type) {
    case 'number':
      return readNumber(name, text, context);
    case 'time':
      return readTime(name, text, context);
    case 'words':
      return text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    case 'json':
      return readJson(name, text);
    default:
      return text;
  }
}

/** True if the form has a field of the group. */
function hasFields(form: Form, group: string): boolean {
  return Object.keys(form).some((field) => field.startsWith(`${group}.`));
}

function readNumber(name: string, text: string, { amounts, percentages, currency }: ReadContext): number {
  if (amounts.has(name)) return readAmount(name, text, currency);
  if (percentages?.has(name) !== true) return Number(text);
  const ppm = parsePercentage(text);
  if (ppm === undefined) throw new PortalError('invalid_request', `${name}: must be a percentage such as 12.5`);
  return ppm;
}

function readTime(name: string, text: string, { timeZone }: ReadContext): string {
  const instant = instantOfLocalTime(text, timeZone);
  if (instant === undefined)
    throw new PortalError('invalid_request', `${name}: must be a time such as 2026-12-01T09:30`);
  return new Date(instant).toISOString();
}

function readAmount(name: string, text: string, currency: string): number {
  const price = parsePrice(text, currency);
  if (typeof price === 'string') throw new PortalError('invalid_request', `${name}: ${price}`);
  return price.amount;
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PortalError('invalid_request', `${name}: must be JSON, with quotes around names and texts`);
  }
}
