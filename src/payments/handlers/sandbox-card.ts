import { decisionKey, SANDBOX_HANDLER, TEST_BANK } from '../../domain/payment/test-bank.js';
import type { Credential, HandlerContext, PaymentAttempt, PaymentHandler, PaymentOutcome } from '../../ports.js';
import { TEST_NUMBERS } from './sandbox-test-numbers.js';

interface TestCard {
  /** Text that the buyer's page shows for the card. */
  readonly label: string;
  /**
   * Outcome of authorizing; for `hangs`, the attempt's first `authorize` never responds; for `confirms`, the buyer must
   * confirm the payment.
   */
  readonly outcome: PaymentOutcome | 'hangs' | 'confirms';
}

const APPROVED = { state: 'authorized', payment_status: 'paid' } as const;

/** Test cards, keyed by token. Other tokens are rejected before an attempt starts. */
const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ['tok_approve', { label: 'Test card that is accepted', outcome: APPROVED }],
  [
    'tok_decline',
    {
      label: 'Test card that is declined',
      outcome: { state: 'declined', reason: 'the card was declined by the sandbox' },
    },
  ],
  ['tok_confirm', { label: 'Test card whose bank asks for a confirmation', outcome: 'confirms' }],
  ['tok_pending', { label: 'Test card whose payment stays open', outcome: { state: 'pending' } }],
  ['tok_hang', { label: 'Test card whose bank never answers', outcome: 'hangs' }],
]);

const TOKENS = [...TEST_CARDS.keys()];
const NUMBERS = [...TEST_NUMBERS.keys()];

const CONFIG_SCHEMA = '/payment-handlers/sandbox_card/config.schema.json';
const INSTRUMENT_SCHEMA = '/payment-handlers/sandbox_card/instrument.schema.json';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SCHEMAS = {
  [CONFIG_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      environment: { const: 'sandbox' },
      tokens: { type: 'array', items: { type: 'string' }, description: 'The test tokens' },
    },
    required: ['environment', 'tokens'],
  },
  [INSTRUMENT_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      id: { type: 'string' },
      handler_id: { const: 'sandbox_card' },
      type: { const: 'card' },
      brand: { type: 'string' },
      last_digits: { type: 'string', pattern: '^[0-9]{1,4}$' },
      credential: {
        type: 'object',
        anyOf: [
          { properties: { type: { const: 'token' }, token: { enum: TOKENS } }, required: ['type', 'token'] },
          { properties: { type: { const: 'card' }, number: { enum: NUMBERS } }, required: ['type', 'number'] },
        ],
      },
    },
    required: ['id', 'handler_id', 'credential'],
  },
};

/** Returns a reference like those that payment providers assign. */
function referenceOf({ id }: PaymentAttempt): string {
  return `sandbox-${id}`;
}

/**
 * Notes of an attempt: a test token, which names the outcome of test numbers too, or one of these. A number is never
 * stored. A voided attempt also makes its later captures `VOIDED`.
 */
const VOIDED = 'voided';
const EXPIRED = 'expired';

/** Time in which the buyer can confirm a payment, in milliseconds. */
const CONFIRM_WITHIN_MS = 15 * 60 * 1000;

/** Key of the note with the page of the checkout, to which the confirmation returns. */
const pageKey = (attemptId: string) => `page/${attemptId}`;

/** Lifetime of an authorization, in milliseconds; as with most card networks. */
const AUTHORIZED_FOR_MS = 7 * 24 * 60 * 60 * 1000;

type Notes = HandlerContext['notes'];

/** Derives the outcome of an attempt from its stored note. */
async function outcomeOf(attempt: PaymentAttempt, kept: string, notes: Notes): Promise<PaymentOutcome> {
  if (kept === VOIDED) return { state: 'declined', reason: 'the payment was voided' };
  if (kept === EXPIRED) return { state: 'declined', reason: 'the card has expired' };
  const outcome = TEST_CARDS.get(kept)?.outcome ?? 'hangs';
  if (outcome === 'hangs') return { state: 'pending' };
  const decided = outcome === 'confirms' ? await confirmation(attempt, notes) : outcome;
  return decided.state === 'authorized' ? authorization(attempt) : decided;
}

function authorization(attempt: PaymentAttempt): PaymentOutcome {
  const provider_reference = referenceOf(attempt);
  if (attempt.capture === 'now') return { ...APPROVED, provider_reference };
  const authorized_until = attempt.started_at + AUTHORIZED_FOR_MS;
  return { state: 'authorized', payment_status: 'authorized', authorized_until, provider_reference };
}

/** Outcome of a payment that the buyer confirms or rejects on the page of the test bank. */
async function confirmation({ id, started_at }: PaymentAttempt, notes: Notes): Promise<PaymentOutcome> {
  const [decision, page] = await Promise.all([notes.find(decisionKey(id)), notes.find(pageKey(id))]);
  if (decision === 'confirmed') return APPROVED;
  if (decision !== undefined) return { state: 'declined', reason: 'the buyer did not confirm the payment' };
  if (page === undefined) return { state: 'declined', reason: 'this card needs a page on which the buyer confirms' };
  const action = { type: 'redirect', url: `${page}/${TEST_BANK}` } as const;
  return { state: 'action_required', action, expires_at: started_at + CONFIRM_WITHIN_MS };
}

const USE_TOKEN = `{ "type": "token", "token": one of ${TOKENS.join(', ')} }`;
const USE_NUMBER = '{ "type": "card", "number": a published test number, such as 4242424242424242 }';

/** Says what to send instead of a credential that is not exactly one test token or test number. */
function refuseCredential(credential: Credential | undefined): string | undefined {
  const { type, token = '', number, cvc, cryptogram } = credential ?? { type: 'token' };
  const isCard = [number, cvc, cryptogram].some((member) => member !== undefined);
  if (type === 'token' && !isCard) return TOKENS.includes(token) ? undefined : `send ${USE_TOKEN}`;
  const isTestNumber = type !== 'token' && token === '' && TEST_NUMBERS.has(number ?? '');
  return isTestNumber ? undefined : `send ${isCard ? `${USE_NUMBER} or ` : ''}${USE_TOKEN}`;
}

/** Names the outcome that a credential causes. */
function wantedOutcome({ started_at }: PaymentAttempt, credential: Credential | undefined): string {
  const { token = '', number, expiry_month = 12, expiry_year } = credential ?? {};
  if (number === undefined) return token;
  const expires_at = expiry_year && Date.UTC(expiry_year, expiry_month);
  return expires_at && expires_at <= started_at ? EXPIRED : (TEST_NUMBERS.get(number) ?? '');
}

/**
 * Card handler for demo shops. No money moves; the test token or test number determines the outcome. Attempts are stored
 * in the database, as a provider would store them, so that an id is never charged twice and every process knows the
 * outcome.
 */
export function makeSandboxCard(): PaymentHandler {
  return {
    description: {
      id: SANDBOX_HANDLER,
      name: 'Sandbox card',
      version: '2026-04-08',
      spec: '/docs#payment',
      config: { environment: 'sandbox', tokens: TOKENS },
      config_schema: CONFIG_SCHEMA,
      instrument_schemas: [INSTRUMENT_SCHEMA],
    },
    schemas: SCHEMAS,
    form: {
      fields: [
        {
          name: 'token',
          label: 'Card',
          required: true,
          options: [...TEST_CARDS].map(([value, { label }]) => ({ value, label })),
        },
      ],
      instrument: ({ token }) => ({ type: 'card', credential: { type: 'token', token } }),
    },
    exampleInstrument: {
      type: 'card',
      brand: 'visa',
      last_digits: '4242',
      credential: { type: 'token', token: 'tok_approve' },
    },
    needsInstrument: true,
    demoOnly: true,
    acceptsCardNumbers: true,
    captures: 'many',
    refuseCredential,
    async authorize(attempt, credential, { notes, return_url }) {
      const wanted = wantedOutcome(attempt, credential);
      const before = await notes.find(attempt.id);
      if (TEST_CARDS.get(wanted)?.outcome === 'confirms' && return_url !== undefined)
        await notes.keepFirst(pageKey(attempt.id), return_url);
      const kept = before ?? (await notes.keepFirst(attempt.id, wanted));
      const isAnswered = before !== undefined || TEST_CARDS.get(kept)?.outcome !== 'hangs';
      return isAnswered ? outcomeOf(attempt, kept, notes) : new Promise(() => undefined);
    },
    async status(attempt, { notes }) {
      const kept = await notes.find(attempt.id);
      return kept === undefined ? { state: 'unknown' } : outcomeOf(attempt, kept, notes);
    },
    async capture({ id, attempt_id }, { notes }) {
      const wanted = (await notes.find(attempt_id)) === VOIDED ? VOIDED : 'captured';
      const kept = await notes.keepFirst(`capture/${id}`, wanted);
      return kept === VOIDED ? { state: 'failed', reason: 'the payment was voided' } : { state: 'completed' };
    },
    void: ({ id }, { notes }) => notes.keepLast(id, VOIDED),
    refund: async () => ({ state: 'completed' }),
  };
}
