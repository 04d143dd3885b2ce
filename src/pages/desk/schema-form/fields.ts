import { asSchema } from '../../../calls/json-schema.js';
import { localTimeOf } from '../../../domain/values/calendar.js';
import { formatPercentage } from '../../../domain/values/percentage-text.js';
import { formatPrice } from '../../../domain/values/price-text.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import type { FormMember } from './members.js';

/** Context of a form that is generated from the schema of an operation. */
export interface FormContext {
  /** Labels by member; a member without one is labeled by its name. */
  readonly labels: Readonly<Record<string, string>>;
  /** Currency of the amounts. */
  readonly currency: string;
  /** Names of the members that are amounts in minor units. */
  readonly amounts: ReadonlySet<string>;
  /** Names of the members that are parts per million, which people write as percentages. */
  readonly percentages?: ReadonlySet<string>;
  /** IANA time zone in which people write times. */
  readonly timeZone: string;
  /** Form that was rejected: its entries are shown as they were typed, instead of the present values. */
  readonly typed?: Form | undefined;
}

/** Returns the text that was typed into a field; `undefined` if no form was rejected, or if it lacks the field. */
function typedText(name: string, { typed }: FormContext): string | undefined {
  return typed && readEntry(typed, name);
}

/** True if boxes were sent. Those that are not checked have no entry, so a hidden field stands for them. */
function wereBoxesSent(name: string, context: FormContext): boolean {
  return typedText(`${name}_shown`, context) !== undefined;
}

/** Renders the field of a member with its present value. Each one has a label; words are one per line. */
export function memberField(member: FormMember, value: unknown, context: FormContext): Html {
  const { key, name, kind, acceptsNull, isRequired } = member;
  const label = context.labels[key] ?? key.replaceAll('_', ' ');
  const id = `member-${name}`;
  const required = isRequired && html` required`;
  if (kind.type === 'group') {
    const parts = asSchema(value);
    return html`<fieldset class="group"><legend>${label}</legend>${kind.members.map((part) => memberField(part, parts[part.key], context))}</fieldset>`;
  }
  const isTyped = wereBoxesSent(name, context);
  if (kind.type === 'box') {
    const isChecked = isTyped ? typedText(name, context) !== undefined : value === true;
    return html`<p><input type="hidden" name="${name}_shown" value="1"><label class="check"><input type="checkbox" name="${name}" value="1"${isChecked && html` checked`}> ${label}</label></p>`;
  }
  if (kind.type === 'choices') {
    const present: readonly unknown[] = Array.isArray(value) ? value : [];
    const chosen = new Set(
      isTyped ? kind.values.filter((one) => typedText(`${name}.${one}`, context) !== undefined) : present,
    );
    return html`<fieldset class="field"><legend>${label}</legend><input type="hidden" name="${name}_shown" value="1">${kind.values.map(
      (one) =>
        html`<label class="check"><input type="checkbox" name="${name}.${one}" value="1"${chosen.has(one) && html` checked`}> ${labelOf(one, context)}</label> `,
    )}</fieldset>`;
  }
  const typed = typedText(name, context);
  const control =
    kind.type === 'choice'
      ? html`<select id="${id}" name="${name}"${required}>${(acceptsNull || !isRequired) && html`<option value=""></option>`}${kind.values.map(
          (one) =>
            html`<option value="${one}"${one === (typed ?? value) && html` selected`}>${labelOf(one, context)}</option>`,
        )}</select>`
      : kind.type === 'text' && !kind.isLong
        ? html`<input id="${id}" name="${name}" value="${typed ?? textOf(value)}" maxlength="${kind.maxLength}"${required}>`
        : kind.type === 'number'
          ? numberInput(member, value, context)
          : kind.type === 'time'
            ? html`<input id="${id}" name="${name}" type="datetime-local" step="1" value="${typed ?? timeText(value, context)}"${required}>`
            : html`<textarea id="${id}" name="${name}" rows="${kind.type === 'words' ? 3 : 5}" spellcheck="false">${typed ?? longText(member, value)}</textarea>`;
  return html`<div class="field"><label for="${id}">${label}</label>${control}</div>`;
}

function labelOf(value: string, { labels }: FormContext): string {
  return labels[value] ?? value;
}

function numberInput({ name, kind, isRequired }: FormMember, value: unknown, context: FormContext): Html {
  const id = `member-${name}`;
  const required = isRequired && html` required`;
  const typed = typedText(name, context);
  const isPercentage = context.percentages?.has(name) === true;
  if (isPercentage || context.amounts.has(name)) {
    const isNumber = typeof value === 'number';
    const text = isNumber ? (isPercentage ? formatPercentage(value) : formatPrice(value, context.currency)) : '';
    return html`<input id="${id}" name="${name}" value="${typed ?? text}" inputmode="decimal" maxlength="20"${required}>`;
  }
  const { min, max } = kind.type === 'number' ? kind : { min: undefined, max: undefined };
  return html`<input id="${id}" name="${name}" type="number" value="${typed ?? textOf(value)}"${min !== undefined && html` min="${min}"`}${max !== undefined && html` max="${max}"`}${required}>`;
}

function timeText(value: unknown, { timeZone }: FormContext): string {
  return typeof value === 'string' ? localTimeOf(Date.parse(value), timeZone) : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function longText({ kind }: FormMember, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return kind.type === 'words' && Array.isArray(value) ? value.join('\n') : JSON.stringify(value, null, 1);
}
