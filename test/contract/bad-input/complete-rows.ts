import { CARD } from '../../support/shopper.js';
import type { OperationName } from '../portal-api.js';
import { bodies, invalid, type MakeRow, type Refusal, tooLong } from './row.js';

const card = (change: object) => ({ instruments: [{ ...CARD, ...change }] });
const at = (member: string) => invalid(new RegExp(`^payment\\.instruments\\[0\\]\\.${member}`));
const refused = (member: string): Refusal => [400, 'payment_instrument_invalid', new RegExp(`^payment.*${member}`)];
const handler = refused('handler_id');
const credential = refused('credential');

type WrongPayment = readonly [name: string, payment: unknown, refusal: Refusal];

const WRONG_FORMS: readonly WrongPayment[] = [
  ['payment null', null, invalid(/^payment/)],
  ['payment a list', [], invalid(/^payment/)],
  ['payment without instruments', {}, invalid(/^payment\.instruments: is required/)],
  ['no instruments', { instruments: [] }, invalid(/^payment\.instruments/)],
  ['11 instruments', { instruments: Array(11).fill(CARD) }, invalid(/^payment\.instruments/)],
  ['unknown member of payment', { ...card({}), handlers: [] }, invalid(/^payment: .*"handlers"/)],
  [
    'selected_instrument_id a number',
    { ...card({}), selected_instrument_id: 1 },
    invalid(/^payment\.selected_instrument_id/),
  ],
  ['instrument without id', card({ id: undefined }), at('id: is required')],
  ['instrument without handler_id', card({ handler_id: undefined }), at('handler_id: is required')],
  ['instrument of another type', card({ type: 'bank' }), at('type')],
  ['unknown member of an instrument', card({ number: '4242' }), invalid(/^payment\.instruments\[0\]: .*"number"/)],
  ['five last_digits', card({ last_digits: '12345' }), at('last_digits')],
  ['last_digits not digits', card({ last_digits: 'abcd' }), at('last_digits')],
  ['expiry_month 0', card({ expiry_month: 0 }), at('expiry_month')],
  ['expiry_month 13', card({ expiry_month: 13 }), at('expiry_month')],
  ['expiry_year of two digits', card({ expiry_year: 30 }), at('expiry_year')],
  ['expiry_year 10000', card({ expiry_year: 10_000 }), at('expiry_year')],
  ['billing country ZZ', card({ billing_address: { address_country: 'ZZ' } }), at('billing_address\\.address_country')],
  ['credential without type', card({ credential: { token: 'tok_approve' } }), at('credential\\.type: is required')],
];

const WRONG_INSTRUMENTS: readonly WrongPayment[] = [
  ['payment absent', undefined, refused('required')],
  ['unknown handler', card({ handler_id: 'absent' }), handler],
  ['no credential', card({ credential: undefined }), credential],
  ['unknown token', card({ credential: { type: 'token', token: 'tok_absent' } }), credential],
  ['credential of another type', card({ credential: { type: 'wallet', token: 'tok_approve' } }), credential],
  ['credential for an invoice', card({ handler_id: 'invoice' }), credential],
  ['selected instrument absent', { ...card({}), selected_instrument_id: 'absent' }, refused('selected_instrument_id')],
];

const tooMuch = 2 ** 53;

const completeCheckout: MakeRow = ({ checkout, total }) => {
  const body = { expected_total: total, payment: card({}) };
  const expected = (expected_total: unknown) => ({ ...body, expected_total });
  const amounts = [-1, 1.5, tooMuch, '1000', null, true];
  return {
    right: { path: `/api/commerce/checkouts/${checkout}/complete`, body },
    wrong: bodies([
      ['expected_total absent', expected(undefined), invalid(/^expected_total: is required/)],
      ...amounts.map(
        (amount) => [`expected_total ${JSON.stringify(amount)}`, expected(amount), invalid(/^expected_total/)] as const,
      ),
      ['expected_total too small', expected(total - 1), [409, 'total_changed', new RegExp(`expected_total.*${total}`)]],
      ['expected_total too large', expected(total + 1), [409, 'total_changed', new RegExp(`expected_total.*${total}`)]],
      ['expected_total 0', expected(0), [409, 'total_changed', /expected_total/]],
      ['instrument id too long', { ...body, payment: card({ id: tooLong(128) }) }, at('id')],
      ...[...WRONG_FORMS, ...WRONG_INSTRUMENTS].map(
        ([name, payment, refusal]) => [name, { ...body, payment }, refusal] as const,
      ),
    ]),
  };
};

export const completeRows = { complete_checkout: completeCheckout } satisfies Partial<Record<OperationName, MakeRow>>;
