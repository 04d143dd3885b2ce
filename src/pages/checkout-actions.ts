import type { Operation } from '../calls/define.js';
import { approveTotals } from '../operations/checkout/approve-totals.js';
import { completeCheckout } from '../operations/checkout/complete-checkout.js';
import { confirmAge } from '../operations/checkout/confirm-age.js';
import { selectFulfillment } from '../operations/checkout/select-fulfillment.js';
import { setBuyer } from '../operations/checkout/set-buyer.js';
import { setDestination } from '../operations/checkout/set-destination.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { HandlerForms } from './handler-forms.js';

export type Form = Readonly<Record<string, string>>;

export interface PageAction {
  readonly operation: Operation;
  /** The operation's arguments besides the checkout. */
  args(form: Form, checkout: CheckoutF, handlerForms: HandlerForms): Readonly<Record<string, unknown>>;
}

/** What the buyer can do on the page: the last part of a form's address, and the operation it stands for. */
export const PAGE_ACTIONS: Readonly<Record<string, PageAction>> = {
  'confirm-age': { operation: confirmAge, args: () => ({}) },
  buyer: {
    operation: setBuyer,
    args: (form, { buyer }) => ({ buyer: { ...buyer, ...filled(form, ['email', 'full_name']) } }),
  },
  destination: {
    operation: setDestination,
    args: (form, { fulfillment }) => {
      const phone_number = fulfillment.methods.find(({ type }) => type === 'shipping')?.destinations[0]?.phone_number;
      return { destination: { ...(phone_number && { phone_number }), ...filled(form, ADDRESS_FIELDS) } };
    },
  },
  option: { operation: selectFulfillment, args: (form) => filled(form, ['selected_option_id']) },
  approve: { operation: approveTotals, args: expectedTotal },
  pay: {
    operation: completeCheckout,
    args: (form, _checkout, handlerForms) => ({
      ...expectedTotal(form),
      ...(form.handler_id !== undefined && { payment: { instruments: [instrumentOf(form, handlerForms)] } }),
    }),
  },
};

const ADDRESS_FIELDS = [
  'full_name',
  'street_address',
  'extended_address',
  'address_locality',
  'address_region',
  'postal_code',
  'address_country',
  'instructions',
];

function expectedTotal({ expected_total }: Form) {
  return { expected_total: Number(expected_total) };
}

/** A form has one instrument; the handler creates it from its own fields. */
function instrumentOf(form: Form, handlerForms: HandlerForms) {
  const { handler_id } = form;
  const known = handlerForms.get(handler_id ?? '');
  const names = known?.fields.map(({ name }) => name) ?? [];
  return { ...known?.instrument(filled(form, names)), id: 'page', handler_id };
}

/** The fields that are filled in, without space around them. */
function filled(form: Form, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}
