import { CARD } from '../../actors/shopper.js';
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
  ['instrument id with a NUL', card({ id: 'a\u0000' }), at('id: must not contain control characters')],
  ['instrument id blank', card({ id: ' ' }), at('id: must not be blank')],
  ['handler_id with a NUL', card({ handler_id: 'a\u0000' }), at('handler_id: must not contain control characters')],
  ['instrument of another type', card({ type: 'bank' }), at('type')],
  ['unknown member of an instrument', card({ number: '4242' }), invalid(/^payment\.instruments\[0\]: .*"number"/)],
  ['five last_digits', card({ last_digits: '12345' }), at('last_digits')],
  ['last_digits not digits', card({ last_digits: 'abcd' }), at('last_digits')],
  ['expiry_month 0', card({ expiry_month: 0 }), at('expiry_month')],
  ['expiry_month 13', card({ expiry_month: 13 }), at('expiry_month')],
  ['expiry_year of two digits', card({ expiry_year: 30 }), at('expiry_year')],
  ['expiry_year 10000', card({ expiry_year: 10_000 }), at('expiry_year')],
  ['rich_card_art too long', card({ rich_card_art: tooLong(2000) }), at('rich_card_art')],
  ['rich_card_art blank', card({ rich_card_art: ' ' }), at('rich_card_art')],
  ['rich_text_description too long', card({ rich_text_description: tooLong(1000) }), at('rich_text_description')],
  ['rich_text_description with ESC', card({ rich_text_description: 'a\u001bb' }), at('rich_text_description')],
  ['billing country ZZ', card({ billing_address: { address_country: 'ZZ' } }), at('billing_address\\.address_country')],
  ['credential without type', card({ credential: { token: 'tok_approve' } }), at('credential\\.type: is required')],
  ['unknown member of a credential', withData({ pin: '1234' }), at('credential: .*"pin"')],
];

/** Adds raw card data (API document, CheckoutPayment) to a valid token. */
function withData(data: object) {
  return card({ credential: { ...CARD.credential, ...data } });
}

const WRONG_DATA: readonly (readonly [member: string, ...values: unknown[]])[] = [
  ['card_number_type', '', 'pan', 'DPAN', 1, null],
  [
    'number',
    '',
    '1234567',
    '1'.repeat(20),
    '4242 4242 4242 4242',
    '4242-4242',
    'abcdefghij',
    '٤٢٤٢٤٢٤٢',
    42424242,
    null,
  ],
  ['cvc', '', '12', '12345', '12a', 123, null],
  ['cryptogram', '', tooLong(200), 1, null],
  ['eci_value', '', tooLong(10), 5, null],
  ['name', '', tooLong(200), 1, null],
  ['expiry_month', 0, 13, 1.5, '12', null],
  ['expiry_year', 30, 10_000, 2030.5, '2030', null],
];

const WRONG_CARD_DATA = WRONG_DATA.flatMap(([member, ...values]) =>
  values.map((value): WrongPayment => {
    const shown = String(JSON.stringify(value)).slice(0, 20);
    return [`credential.${member} ${shown}`, withData({ [member]: value }), at(`credential\\.${member}: `)];
  }),
);

/** A credential is either a test token or a test card. */
const CARD_DATA_REFUSED = [
  ['number', '4242424242424242'],
  ['cvc', '123'],
  ['cryptogram', 'AAAA'],
].map(
  ([member = '', value]): WrongPayment => [
    `${member} beside a token`,
    withData({ [member]: value }),
    refused('credential: send .*test number'),
  ],
);

const WRONG_INSTRUMENTS: readonly WrongPayment[] = [
  ['payment absent', undefined, refused('required')],
  ['unknown handler', card({ handler_id: 'absent' }), handler],
  ['number that is no test number', card({ credential: { type: 'card', number: '4242424242424241' } }), credential],
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
      ...[...WRONG_FORMS, ...WRONG_CARD_DATA, ...WRONG_INSTRUMENTS, ...CARD_DATA_REFUSED].map(
        ([name, payment, refusal]) => [name, { ...body, payment }, refusal] as const,
      ),
    ]),
  };
};

export const completeRows = { complete_checkout: completeCheckout } satisfies Partial<Record<OperationName, MakeRow>>;
