import type { Passkey } from '../../domain/person/passkey.js';
import { MAX_PASSKEY_NAME } from '../../domain/person/passkey.js';
import type { Person } from '../../domain/person/person.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { challengeFor, type PasskeyPage, type RelyingParty } from '../../sign-in/passkey-challenge.js';
import type { PasskeyAnswer } from '../../sign-in/passkeys.js';
import { userHandleOf } from '../../sign-in/verify-passkey.js';
import type { Locale } from '../../texts/locale.js';
import type { Form } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { formTokenField } from './form-token.js';

/** Forms that use and create passkeys. Without scripts they stay hidden (views/pages/passkeys). */

interface PasskeyForm {
  readonly party: RelyingParty;
  /** Value of the cookie of the browser, or of its session, to which form and challenge are bound. */
  readonly cookie: string;
  /** Time of the page, in milliseconds since the epoch. */
  readonly at: number;
  readonly action: string;
}

interface UseForm extends PasskeyForm {
  readonly hidden: Readonly<Record<string, string | undefined>>;
  readonly isConfirming: boolean;
}

/** Renders the button with which a person signs in by a passkey, or confirms that it is them. */
export function usePasskeyForm(deps: Pick<SignInDeps, 'store'>, { texts: { sign_in } }: Locale, form: UseForm): Html {
  const { hidden, isConfirming, party, action } = form;
  const fields = Object.entries(hidden).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const challenge = challengeFor(deps, { ...form, purpose: 'use' });
  return html`<form method="post" action="${action}" class="narrow" hidden data-passkey="use" data-challenge="${challenge}" data-rp-id="${party.id}">
${answerFields(form)}${fields}
<p><button class="quiet">${isConfirming ? sign_in.passkey_confirm : sign_in.passkey_use}</button></p>
<p class="error" hidden role="alert">${sign_in.passkey_failed}</p></form>`;
}

interface CreateForm extends PasskeyForm {
  readonly person: Person;
  /** The person's present passkeys, whose authenticators need no other one. */
  readonly known: readonly Passkey[];
}

/** Renders the form with which a person creates a passkey. */
export function createPasskeyForm(
  deps: Pick<SignInDeps, 'store'>,
  { texts: { sign_in } }: Locale,
  form: CreateForm,
): Html {
  const { person, known, party, action } = form;
  const challenge = challengeFor(deps, { ...form, purpose: 'create' });
  return html`<form method="post" action="${action}" class="narrow" hidden data-passkey="create" data-challenge="${challenge}" data-rp-id="${party.id}" data-user-id="${userHandleOf(person.id)}" data-user-name="${person.email}" data-known="${known.map(({ id }) => id).join(' ')}">
${answerFields(form)}
${nameField({ id: 'name', label: sign_in.passkey_name, value: sign_in.passkey_default })}
<p><button class="primary">${sign_in.passkey_add}</button></p>
<p class="error" hidden role="alert">${sign_in.passkey_failed}</p></form>`;
}

interface NameField {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** Renders the field for the name of a passkey. */
export function nameField({ id, label, value }: NameField): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="name" value="${value}" required maxlength="${MAX_PASSKEY_NAME}" autocomplete="off"></div>`;
}

function answerFields({ cookie, at }: Pick<PasskeyPage, 'cookie' | 'at'>): Html {
  return html`${formTokenField(cookie)}<input type="hidden" name="at" value="${at}"><input type="hidden" name="credential" value="">`;
}

/** Reads what the script has put into a form. */
export function readPasskeyAnswer({ credential = '', at = '' }: Form): PasskeyAnswer {
  return { credential, at: Number(at) };
}
