import type { PaymentField } from '../../ports.js';
import { type Html, html } from '../html.js';
import type { Seen } from './seen.js';

export interface Field {
  readonly name: string;
  readonly label: string;
  /** Label in the list of problems; defaults to `label`. */
  readonly listedAs?: string | undefined;
  readonly value?: string | undefined;
  readonly type?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly required?: boolean | undefined;
  readonly inputmode?: string;
  readonly options?: PaymentField['options'] | undefined;
  /** True for a field that shares its row with another one. */
  readonly half?: boolean;
  /** False if the entry must not be shown again. */
  readonly shownAgain?: boolean;
  readonly isShort?: boolean;
}

/** Renders a labeled field with the problem of its entry, if any. */
export function field(seen: Seen, one: Field): Html {
  const { name, label, listedAs = label, required = false, half, isShort } = one;
  const { optional } = seen.shown.locale.texts.checkout;
  seen.labels.set(name, listedAs);
  return html`<div class="field${half && ' half'}${isShort && ' short'}"><label for="${name}">${label}${!required && html` <small>(${optional})</small>`}</label>
${control(seen, one)}${errorPart(seen, name)}</div>`;
}

/** Renders the problem of a field's entry, to which the field refers by id. */
export function errorPart({ errors }: Seen, name: string): Html | false {
  const text = errors[name];
  return text !== undefined && html`<p class="error" id="${name}-error">${text}</p>`;
}

/** Renders the attributes of a field that is invalid or required. */
export function stateOf({ errors }: Seen, name: string, required = false): Html {
  const wrong = errors[name] !== undefined;
  return html`${required && html` aria-required="true"`}${wrong && html` aria-invalid="true" aria-describedby="${name}-error"`}`;
}

function control(seen: Seen, one: Field): Html {
  const { name, type = 'text', autocomplete = 'off', required, inputmode, options, shownAgain = true } = one;
  const value = (shownAgain ? seen.typed[name] : undefined) ?? one.value ?? '';
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${stateOf(seen, name, required)}`;
  if (!options) {
    return html`<input ${attributes} type="${type}" value="${value}"${inputmode !== undefined && html` inputmode="${inputmode}"`}>`;
  }
  const none =
    !options.some((option) => option.value === value) &&
    html`<option value="">${seen.shown.locale.texts.checkout.choose}`;
  return html`<select ${attributes}>${none}${options.map(
    (option) => html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}`,
  )}</select>`;
}
