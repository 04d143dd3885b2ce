import { type Discount, normalizeCode } from '../shop/discount.js';
import type { Cart } from './checkout.js';
import { namesOf, type Standing } from './discounts.js';
import type { Message, MessageCode } from './message.js';
import type { Pricing } from './pricing.js';

/** Options that one message names. */
const MAX_OPTIONS = 5;

/** Why a discount of the cart does not do what the buyer may expect of it; a code that takes nothing off says so too. */
export function discountWarnings(cart: Cart, pricing: Pricing): Message[] {
  const { discount_codes, lines } = cart.checkout;
  const codes = discount_codes.flatMap((code, index) => {
    const path = `$.discounts.codes[${index}]`;
    const found = pricing.standings.find(({ discount }) => isCode(discount, code));
    if (!found)
      return [warning('discount_code_expired', `The code ${code} has no effect: the shop ended it. Remove it.`, path)];
    if (isAside(found)) return [withoutStanding(found, path)];
    const takes = pricing.discounts.includes(found.discount) || lines.length === 0;
    return takes ? [] : [withoutEffect(found.discount, pricing, path)];
  });
  return [...codes, ...automaticWarning(pricing)];
}

function isAside(one: Standing): one is Aside {
  return one.standing !== 'applies';
}

function isCode({ automatic, code }: Discount, normalized: string): boolean {
  return !automatic && normalizeCode(code) === normalized;
}

function warning(code: MessageCode, content: string, path: string): Message {
  return { type: 'warning', code, content, path };
}

interface Aside extends Standing {
  readonly standing: Exclude<Standing['standing'], 'applies'>;
}

const CODES = {
  expired: 'discount_code_expired',
  ineligible: 'discount_code_ineligible',
  superseded: 'discount_code_combination_disallowed',
} as const satisfies Record<Aside['standing'], MessageCode>;

const ADVICE: Readonly<Record<keyof typeof CODES, string>> = {
  expired: 'Remove it.',
  ineligible: 'Change the cart, or remove the code.',
  superseded: 'It takes effect as soon as the buyer pays less with it; nothing needs to be done.',
};

function withoutStanding({ discount, standing, reason }: Aside, path: string): Message {
  const code = CODES[standing];
  return warning(code, `The code ${discount.code} has no effect: it ${reason}. ${ADVICE[standing]}`, path);
}

function withoutEffect(discount: Discount, pricing: Pricing, path: string): Message {
  const text = `The code ${discount.code} takes nothing off now: ${whyNothing(discount, pricing)}.`;
  return warning('discount_code_without_effect', text, path);
}

function whyNothing({ kind, option_ids }: Discount, { selected }: Pricing): string {
  if (kind !== 'free_shipping') return 'nothing is left to take off, or its share is less than half a unit';
  if (!selected) return 'no fulfillment option is selected';
  if (option_ids && !option_ids.includes(selected.id)) {
    const named = option_ids.slice(0, MAX_OPTIONS).map((id) => `"${id}"`);
    return `it is for the option ${named.join(', ')}, and "${selected.id}" is selected`;
  }
  return 'the selected option costs nothing, or another code makes it free';
}

/** Automatic discounts that step aside are named in one message: a shop may have many. */
function automaticWarning({ standings, discounts }: Pricing): Message[] {
  const aside = standings.filter(({ discount, standing }) => discount.automatic && standing === 'superseded');
  const [first] = aside;
  if (!first || discounts.length === 0) return [];
  const names = namesOf(aside.map(({ discount }) => discount));
  const text = `${names} ${aside.length === 1 ? 'has no effect: it' : 'have no effect: each'} ${first.reason}.`;
  return [warning('discount_code_combination_disallowed', text, '$.discounts.applied')];
}
