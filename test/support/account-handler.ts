import type { AccountSetting, HandlerContext, PaymentHandler } from '../../src/ports.js';

/** A call of the handler: its name, and whose account with which key it used. */
export type AccountCall = readonly [name: string, owner: 'shop' | 'portal', key: string | undefined];

export interface AccountTestHandler extends PaymentHandler {
  readonly calls: AccountCall[];
}

export const ACCOUNT_HANDLER = 'bank';

/** Problem of a wrong key, without its value. */
export const WRONG_KEY = 'must begin with key_';

const SETTINGS: readonly AccountSetting[] = [
  {
    name: 'key',
    label: 'Key',
    secret: true,
    required: true,
    refuse: (value) => (value.startsWith('key_') ? undefined : WRONG_KEY),
  },
  { name: 'signing', label: 'Signing secret', secret: true, required: false },
  { name: 'public', label: 'Public name', secret: false, required: true },
];

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const CONFIG_SCHEMA = `/payment-handlers/${ACCOUNT_HANDLER}/config.schema.json`;

/** A handler with an account per shop, which authorizes everything. Keys that begin with `key_test` move no money. */
export function accountHandler(portalAccount?: Readonly<Record<string, string>>): AccountTestHandler {
  const calls: AccountCall[] = [];
  const note = (name: string, { account: { owner, settings } }: HandlerContext) =>
    void calls.push([name, owner, settings.key]);
  return {
    calls,
    description: {
      id: ACCOUNT_HANDLER,
      name: 'Bank',
      version: '2026-04-08',
      spec: '/docs#payment',
      config: {},
      config_schema: CONFIG_SCHEMA,
      instrument_schemas: [],
    },
    schemas: { [CONFIG_SCHEMA]: { $schema: DIALECT, type: 'object' } },
    needsInstrument: false,
    demoOnly: false,
    acceptsCardNumbers: false,
    captures: 'many',
    account: SETTINGS,
    ...(portalAccount && { portalAccount }),
    refuseCredential: () => undefined,
    async authorize({ capture, started_at }, _credential, context) {
      note('authorize', context);
      const authorized_until = started_at + 7 * 24 * 60 * 60 * 1000;
      if (capture === 'later') return { state: 'authorized', payment_status: 'authorized', authorized_until };
      return { state: 'authorized', payment_status: 'paid' };
    },
    async status(_attempt, context) {
      note('status', context);
      return { state: 'unknown' };
    },
    async capture(_capture, context) {
      note('capture', context);
      return { state: 'completed' };
    },
    async void(_payment, context) {
      note('void', context);
    },
    async refund(_refund, context) {
      note('refund', context);
      return { state: 'completed' };
    },
    isTestAccount: ({ key = '' }) => key.startsWith('key_test'),
    async testAccount(context) {
      note('test', context);
      const { settings } = context.account;
      if (settings.key === 'key_wrong') return { state: 'unusable', reason: 'the bank does not know the key' };
      return { state: 'usable', account: settings.public ?? '', live: settings.key?.startsWith('key_test') === false };
    },
  };
}
