import { z } from 'zod';
import { billingAddress } from './address.js';
import { MAX_ID, text } from './primitives.js';
import { undescribed } from './undescribed.js';

const month = z.int().min(1).max(12).optional();
const year = z.int().min(2000).max(2200).optional();

/** Raw card data (API document, CheckoutPayment), which only handlers with `acceptsCardNumbers` accept. */
const cardData = {
  card_number_type: z.enum(['dpan', 'fpan', 'network_token']).optional().describe('What `number` is'),
  number: z
    .string()
    .regex(/^\d{8,19}$/, { error: 'must be 8 to 19 digits' })
    .optional()
    .describe('Card number'),
  cvc: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' })
    .optional()
    .describe('Card verification code'),
  cryptogram: text(200, 'Cryptogram of a network token').optional(),
  eci_value: text(10, 'Electronic commerce indicator').optional(),
  name: text(200, 'Name on the card').optional(),
  expiry_month: month,
  expiry_year: year,
};

const CARD_MEMBERS: ReadonlySet<string> = new Set([...Object.keys(cardData), 'card_number', 'pan', 'cvv']);

const NO_CARD_DATA =
  'card data must not be sent over MCP; send "credential": { "type": "token", "token": the token of the payment provider } instead';

/** Answers raw card data of an agent in one sentence. */
const refuseCardData = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys' && issue.keys.some((key) => CARD_MEMBERS.has(key)) ? NO_CARD_DATA : undefined,
};

const token = text(2000, 'The token that the payment provider gave').optional();

/** Secret part of the instrument. It is passed to the payment handler and never stored. Agents can send only tokens. */
const credential = z.strictObject(
  { type: text(50, 'Kind of credential; the sandbox accepts "token"'), token },
  refuseCardData,
);

const cardCredential = z.strictObject({
  type: text(50, 'Kind of credential; the sandbox accepts "token", and "card" with a test number'),
  token,
  ...cardData,
});

const instrumentMembers = {
  id: text(MAX_ID, 'Your id of the instrument'),
  handler_id: text(MAX_ID, 'One of the handlers of the checkout'),
  type: z.enum(['card']).optional().describe('Kind of instrument'),
  brand: text(50, 'Card brand, such as "visa"').optional(),
  last_digits: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be the last 1 to 4 digits' })
    .optional()
    .describe('Last four digits'),
  expiry_month: month,
  expiry_year: year,
  rich_card_art: text(2000, 'Picture of the card, such as its URL').optional(),
  rich_text_description: text(1000, 'What the card is, in words').optional(),
  billing_address: billingAddress.optional().describe('Default: the billing address of the checkout'),
};

const instrument = z.strictObject({ ...instrumentMembers, credential: credential.optional() }, refuseCardData);

const paymentMembers = <Instrument extends z.ZodType>(one: Instrument) => ({
  instruments: z.array(one).min(1).max(10).describe('The first is used unless selected_instrument_id names another'),
  selected_instrument_id: text(MAX_ID, 'Which of the instruments to use').optional(),
});

/** `payment` of complete_checkout for agents. It excludes card data, since a model must never see a card number. */
export const agentPaymentInput = z.strictObject(paymentMembers(instrument), refuseCardData);

/**
 * Schema advertised to agents. It omits rare members, which would only use a model's context but are still accepted.
 */
export const announcedPaymentInput = z.strictObject({
  instruments: z
    .array(
      instrument
        .pick({ id: true, handler_id: true, credential: true })
        .extend({ brand: z.string().optional(), last_digits: z.string().optional() }),
    )
    .describe('One instrument'),
});

/** Members that an agent needs to pay in one call; complete_checkout describes them. */
export const shortPaymentInput = z.object({
  instruments: z.array(
    z.object({ id: z.string(), handler_id: z.string(), credential: undescribed(credential).optional() }),
  ),
});

/** `payment` of complete_checkout (docs/paying.md, Complete). */
export const paymentInput = z.strictObject(
  paymentMembers(z.strictObject({ ...instrumentMembers, credential: cardCredential.optional() })),
);

export type PaymentInput = z.output<typeof paymentInput>;
