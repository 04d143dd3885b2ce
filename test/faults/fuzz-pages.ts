import { PAGE_ACTIONS } from '../../src/pages/checkout-actions.js';
import type { FuzzCall, How } from './fuzz-call.js';
import type { Known } from './fuzz-known.js';
import type { Values } from './fuzz-values.js';
import type { Random } from './random.js';

const ACTIONS = [...Object.keys(PAGE_ACTIONS), 'refill', 'again', 'nothing', '__proto__'];
const OPEN = [
  '/',
  '/docs',
  '/docs/errors',
  '/openapi.json',
  '/assets/buyer-pages.css',
  '/healthz',
  '/nothing',
  '/readyz',
];
const ODD = [
  '/%',
  '/media/..%2f..%2fetc%2fpasswd',
  '/docs/%00',
  '/orgs/x/jwks.json',
  '/logs/x/1/tile/0/000',
  '/assets/icon/x/%ff',
];
/** Names of form fields, with the kind of value that each gets. The pages do not know the field `x`. */
const FIELDS = {
  ...{ version: 'n', expected_total: 'n', email: 'email', full_name: 'full_name', phone_number: 'phone_number' },
  ...{ street_address: 'street_address', address_locality: 'address_locality', address_region: 'address_region' },
  ...{ postal_code: 'postal_code', address_country: 'address_country', option: 'selected_option_id', code: 'code' },
  ...{ line: 'lineId', entered_code: 'code', handler_id: 'handler_id', token: 'token', quantity: 'n', x: 'x' },
  ...{ billing_shown: 'n', billing_address_country: 'address_country', billing_full_name: 'full_name' },
  ...{ billing_street_address: 'street_address', billing_postal_code: 'postal_code' },
};

/** Generates a visit to a buyer's page or a public page, or an action on a buyer's page. */
export function pageCall(how: How, random: Random, known: Known, values: Values): FuzzCall {
  const link = random.chance(0.9) ? known.of('links') : undefined;
  if (link === undefined || random.chance(0.15)) return visit(how, random.of(how === 'broken' ? ODD : OPEN));
  const path = how === 'broken' ? damaged(link, random) : link;
  if (random.chance(0.4)) return visit(how, path);
  const action = random.of(ACTIONS);
  const headers = { 'content-type': how === 'broken' ? 'multipart/form-data' : 'application/x-www-form-urlencoded' };
  const body = formText(how, random, values);
  return { how, what: `page ${action}`, method: 'POST', path: `${path}/${action}`, headers, body };
}

function visit(how: How, path: string): FuzzCall {
  return { how, what: 'page', method: 'GET', path, headers: {} };
}

function damaged(link: string, random: Random): string {
  const at = 1 + random.below(link.length - 1);
  return `${link.slice(0, at)}${random.of(['a', '.', '%', '%ff', '/', ''])}${link.slice(at + 1)}`;
}

function formText(how: How, random: Random, values: Values): string {
  const chosen = Object.entries(FIELDS).filter(() => random.chance(0.6));
  const filled = chosen.map(([field, kind]): [string, string] => {
    const value = kind === 'n' ? String(random.below(9)) : values.valid({ type: 'string' }, kind);
    return [field, how === 'mutated' && random.chance(0.3) ? values.wrongText() : String(value).toWellFormed()];
  });
  return new URLSearchParams(filled).toString();
}
