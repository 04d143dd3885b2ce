import type { CheckoutF } from '../../schema/checkout.js';

type Method = CheckoutF['fulfillment']['methods'][number];
type Option = Method['groups'][number]['options'][number];

/** A delivery option with its address or place of collection. */
export interface Choice {
  readonly type: string;
  readonly option: Option;
  readonly isSelected: boolean;
  readonly place: Method['destinations'][number] | undefined;
}

/** Lists the options for physical goods. Digital items need no choice. */
export function optionsOf({ fulfillment }: CheckoutF): Choice[] {
  return fulfillment.methods.flatMap((method) => (method.type === 'digital' ? [] : choicesOf(method)));
}

/** Lists the selected options, including digital delivery. */
export function selectedOf({ fulfillment }: CheckoutF): Choice[] {
  return fulfillment.methods.flatMap(choicesOf).filter(({ isSelected }) => isSelected);
}

function choicesOf({ type, groups, destinations, selected_destination_id }: Method): Choice[] {
  return groups.flatMap(({ options, selected_option_id }) =>
    options.map((option) => {
      const at = type === 'pickup' ? option.id : selected_destination_id;
      return {
        type,
        option,
        isSelected: option.id === selected_option_id,
        place: destinations.find(({ id }) => id === at),
      };
    }),
  );
}

export function shippingOf({ fulfillment }: CheckoutF): Method | undefined {
  return fulfillment.methods.find(({ type }) => type === 'shipping');
}

/** Returns the selected delivery method; `undefined` unless the cart can be both shipped and picked up. */
export function methodOf(checkout: CheckoutF): 'shipping' | 'pickup' | undefined {
  const collects = optionsOf(checkout).filter(({ type }) => type === 'pickup');
  if (collects.length === 0 || !shippingOf(checkout)) return undefined;
  return collects.some(({ isSelected }) => isSelected) ? 'pickup' : 'shipping';
}

export function hasMessage({ messages }: CheckoutF, code: string): boolean {
  return messages.some((message) => message.code === code);
}

export function totalOf({ totals }: CheckoutF): number {
  return totals.find(({ type }) => type === 'total')?.amount ?? 0;
}
