import type { OperationName } from '../portal-api.js';
import { wrongTexts } from './address-wrongs.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong } from './row.js';
import type { Objects } from './world.js';

const C = '/api/commerce/checkouts';
const of = ({ checkout }: Objects) => `${C}/${checkout}`;

const buyer = { email: 'ada@example.com' };
const email = (given: unknown) => ({ buyer: { email: given } });

const setBuyer: MakeRow = (world) => ({
  right: { path: `${of(world)}/buyer`, body: { buyer, billing_address: { address_country: 'us' } } },
  wrong: bodies([
    ['buyer absent', { billing_address: {} }, invalid(/^buyer: is required/)],
    ['buyer null', { buyer: null }, invalid(/^buyer/)],
    ['buyer a list', { buyer: [buyer] }, invalid(/^buyer/)],
    ['unknown member of buyer', { buyer: { ...buyer, age: 1 } }, invalid(/^buyer: .*"age"/)],
    ['email a number', email(1), invalid(/^buyer\.email/)],
    ['email without @', email('ada.example.com'), invalid(/^buyer\.email/)],
    ['two email addresses', email('a@example.com,b@example.com'), invalid(/^buyer\.email/)],
    ['email too long', email(`${'a'.repeat(60)}@${'b.'.repeat(100)}example.com`), invalid(/^buyer\.email/)],
    ...wrongTexts('buyer', (given) => ({ buyer: given }), {
      first_name: 100,
      last_name: 100,
      full_name: 200,
      phone_number: 50,
    }),
    ['billing_address null', { buyer, billing_address: null }, invalid(/^billing_address/)],
    [
      'unknown member of billing_address',
      { buyer, billing_address: { city: 'x' } },
      invalid(/^billing_address: .*"city"/),
    ],
    ...wrongTexts('billing_address', (billing_address) => ({ buyer, billing_address }), {
      postal_code: 20,
      full_name: 200,
    }),
    [
      'billing country ZZ',
      { buyer, billing_address: { address_country: 'ZZ' } },
      invalid(/^billing_address\.address_country/),
    ],
  ]),
});

const code: Refusal = [400, 'discount_code_invalid', /^code/];

const applyDiscount: MakeRow = (world) => ({
  right: { path: `${of(world)}/discount`, body: { code: 'freeship' } },
  wrong: bodies([
    ['code absent', {}, invalid(/^code: is required/)],
    ['code null', { code: null }, invalid(/^code/)],
    ['code a number', { code: 10 }, invalid(/^code/)],
    ['code empty', { code: '' }, code],
    ['code too long', { code: tooLong(64) }, code],
    ['unknown code', { code: 'ABSENT' }, code],
    ["another shop's code", { code: 'FOREIGN' }, code],
    ['expired code', { code: 'OVER' }, [400, 'discount_code_expired', /^code/]],
    ['code that does not apply', { code: 'LARGE' }, [400, 'discount_code_ineligible', /^code/]],
    ['code that is already applied', { code: 'welcome10' }, [409, 'discount_code_already_applied', /^code/]],
  ]),
});

const removeDiscount: MakeRow = (world) => ({
  right: { path: `${of(world)}/discount/welcome10` },
  wrong: paths([
    ['code not applied', `${of(world)}/discount/FREESHIP`, code],
    ['unknown code', `${of(world)}/discount/ABSENT`, code],
    ['code too long', `${of(world)}/discount/${tooLong(64)}`, code],
    ['code that does not percent-decode', `${of(world)}/discount/%c3%28`, invalid(/path/)],
  ]),
});

export const checkoutRows = {
  set_buyer: setBuyer,
  apply_discount: applyDiscount,
  remove_discount: removeDiscount,
} satisfies Partial<Record<OperationName, MakeRow>>;
