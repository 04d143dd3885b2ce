import { type Profile, profileKey } from '../../domain/person/profile.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { buyer, destination } from '../../schema/address.js';
import { BILLING_PARTS, type Form, readFilledFields } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { everyCountry } from '../shop/countries.js';
import type { AccountVisit } from './account-visit.js';

/** Fields of the form, with their autofill tokens. */
const FIELDS = {
  full_name: 'name',
  phone_number: 'tel',
  street_address: 'address-line1',
  extended_address: 'address-line2',
  postal_code: 'postal-code',
  address_locality: 'address-level2',
  address_region: 'address-level1',
  address_country: 'country',
} as const;
type FieldName = keyof typeof FIELDS;
const CONTACT_NAMES = ['full_name', 'phone_number'] as const;
const ADDRESS_NAMES = BILLING_PARTS.filter((name) => name !== 'full_name');
const NAMES: readonly FieldName[] = [...CONTACT_NAMES, ...ADDRESS_NAMES];

/** A rejected form with a profile. */
export interface RejectedProfile {
  readonly typed: Form;
  readonly wrong: readonly string[];
}

/** Contact and address that a person typed, or the names of the fields that are not valid. */
type ReadProfile = Pick<Profile, 'full_name' | 'phone_number' | 'address'> | { readonly wrong: readonly string[] };

/** Reads the form. Without a part of an address there is none; otherwise street, town and country are required. */
export function readProfile(form: Form): ReadProfile {
  const contact = buyer.pick({ full_name: true, phone_number: true }).safeParse(readFilledFields(form, CONTACT_NAMES));
  const typed = readFilledFields(form, ADDRESS_NAMES);
  const isEmpty = Object.keys(typed).length === 0;
  const missing = (['street_address', 'address_locality', 'address_country'] as const).filter(
    (name) => !isEmpty && typed[name] === undefined,
  );
  const address = destination.safeParse({ ...readFilledFields(form, ['full_name']), ...typed });
  const issues = [...(contact.error?.issues ?? []), ...(isEmpty ? [] : (address.error?.issues ?? []))];
  const wrong = [...new Set([...missing, ...issues.map(({ path }) => String(path[0]))])];
  if (wrong.length > 0) return { wrong };
  const { full_name, phone_number } = contact.data ?? {};
  return {
    ...(full_name !== undefined && { full_name }),
    ...(phone_number !== undefined && { phone_number }),
    ...(!isEmpty && address.data && { address: address.data }),
  };
}

/** Builds the write that stores the person's profile; an empty one is removed. */
export function profileWrites(
  rows: Rows,
  { person, shop }: AccountVisit,
  read: Exclude<ReadProfile, { wrong: unknown }>,
  now: number,
): Write[] {
  const id = profileKey(shop.organization_id, person.email);
  const before = rows.get('profile', id);
  if (Object.keys(read).length === 0) return before ? [{ type: 'remove', table: 'profile', key: id }] : [];
  const { organization_id } = shop;
  const profile = { id, organization_id, ...read, created_at: before?.created_at ?? now, updated_at: now, version: 0 };
  return [before ? replaceWrite('profile', before, profile) : insertWrite('profile', profile)];
}

/** Renders the form with the contact and address that assistants may fill in. */
export function profilePart(
  visit: AccountVisit,
  profile: Profile | undefined,
  rejected: RejectedProfile | undefined,
): Html {
  const { locale, tokenField, home } = visit;
  const { account } = locale.texts;
  const typed: Readonly<Record<string, string | undefined>> = rejected?.typed ?? typedProfile(profile);
  const wrong = rejected?.wrong ?? [];
  return html`<h2>${account.profile}</h2>
<p>${account.profile_text}</p>
<details${rejected !== undefined && html` open`}><summary>${account.profile_change}</summary>
<form method="post" action="${home}/profile">${tokenField()}
<div class="fields">${NAMES.map((name) => profileField(visit, name, typed[name] ?? '', wrong.includes(name)))}</div>
<p><button class="primary">${account.profile_save}</button></p></form></details>`;
}

function profileField(
  { locale: { texts, tag } }: AccountVisit,
  name: FieldName,
  value: string,
  isWrong: boolean,
): Html {
  const id = `profile-${name}`;
  const state = isWrong && html` aria-invalid="true" aria-describedby="${id}-error"`;
  const attributes = html`id="${id}" name="${name}" autocomplete="${FIELDS[name]}"${state}`;
  const control =
    name === 'address_country'
      ? html`<select ${attributes}><option value="">${everyCountry(tag).map(({ code, name: label }) => html`<option value="${code}"${code === value && html` selected`}>${label}`)}</select>`
      : html`<input ${attributes} value="${value}">`;
  return html`<div class="field"><label for="${id}">${texts.fields[name]}</label>
${control}${isWrong && html`<p class="error" id="${id}-error">${value === '' ? texts.errors.missing : texts.errors.not_valid}</p>`}</div>`;
}

function typedProfile(profile: Profile | undefined): Readonly<Record<string, string | undefined>> {
  const { full_name, phone_number, address } = profile ?? {};
  return { ...address, full_name, phone_number };
}
