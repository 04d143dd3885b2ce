import { describe, expect, it } from 'vitest';
import { definePaymentHandler, InvalidPaymentHandler, type PaymentHandler } from '../../src/payment-handler.js';
import { modelFactory } from './model-handler.js';
import { ModelProvider } from './model-provider.js';

const VALID = modelFactory(new ModelProvider()).make(() => 'x');
const DESCRIPTION = VALID.description;
const SCHEMA = DESCRIPTION.config_schema;
const FIELD = { name: 'code', label: 'Code' };
const ACCOUNT = { name: 'secret_key', label: 'Secret key', secret: true, required: true };

/** Returns the problems of a value. A caller in JavaScript can pass anything. */
function problemsOf(handler: unknown): readonly string[] {
  try {
    Reflect.apply(definePaymentHandler, undefined, [handler]);
    return [];
  } catch (error) {
    if (error instanceof InvalidPaymentHandler) return error.problems;
    throw error;
  }
}

const withDescription = (change: object) => ({ description: { ...DESCRIPTION, ...change } });
const withField = (change: object) => ({ form: { fields: [{ ...FIELD, ...change }], instrument: () => ({}) } });
const withSetting = (change: object) => ({ account: [{ ...ACCOUNT, ...change }] });

describe('a handler', () => {
  it('is returned unchanged if it is valid, also as an instance of a class', () => {
    class Handler {
      description = DESCRIPTION;
      schemas = VALID.schemas;
      needsInstrument = false;
      demoOnly = false;
      acceptsCardNumbers = false;
      refuseCredential = () => undefined;
      async authorize() {
        return { state: 'pending' as const };
      }
      async status() {
        return { state: 'pending' as const };
      }
      async void() {}
      async refund() {
        return { state: 'pending' as const };
      }
    }
    const handler: PaymentHandler = new Handler();
    expect(definePaymentHandler(handler)).toBe(handler);
    expect(problemsOf({ ...VALID, ...withField({ type: 'tel', options: [{ value: 'a', label: 'A' }] }) })).toEqual([]);
    expect(problemsOf({ ...VALID, ...withSetting({ refuse: () => undefined }) })).toEqual([]);
  });

  it.each<[string, object]>([
    ['description must be an object', { description: undefined }],
    [
      'description.id must be 1 to 64 characters of a-z, 0-9 and _, and begin with a letter',
      withDescription({ id: 'Acme-Pay' }),
    ],
    ['description.name must be a text of 1 to 100 characters', withDescription({ name: '' })],
    ['description.version must be a date such as "2026-04-08"', withDescription({ version: '1.0.0' })],
    ['description.spec must be a path on the portal, or an https URL', withDescription({ spec: 'docs' })],
    ['description.config must be an object that JSON can represent', withDescription({ config: { n: 1n } })],
    ['description.config_schema must be a path', withDescription({ config_schema: 1 })],
    [
      'description.instrument_schemas[0]: schemas must have a schema for "/payment-handlers/model_pay/x.json"',
      withDescription({ instrument_schemas: ['/payment-handlers/model_pay/x.json'] }),
    ],
    ['description.instrument_schemas must be an array of paths', withDescription({ instrument_schemas: 'x' })],
    [
      'schemas["/api/keys"]: the path must be "/payment-handlers/model_pay/", followed by a file name',
      { schemas: { [SCHEMA]: {}, '/api/keys': {} } },
    ],
    [`schemas["${SCHEMA}"] must be a JSON Schema, as an object`, { schemas: { [SCHEMA]: 'x' } }],
    ['needsInstrument must be true or false', { needsInstrument: 'no' }],
    ['demoOnly must be true or false', { demoOnly: undefined }],
    ['acceptsCardNumbers must be true or false', { acceptsCardNumbers: 0 }],
    ['refuseCredential must be a function', { refuseCredential: undefined }],
    ['authorize must be a function', { authorize: undefined }],
    ['status must be a function', { status: {} }],
    ['void must be a function', { void: undefined }],
    ['refund must be a function', { refund: 'x' }],
    ['receive must be a function, or be absent', { receive: {} }],
    ['testAccount must be a function, or be absent', { testAccount: true }],
    ['authorizesAs must be "pending" or "paid", or be absent', { authorizesAs: 'authorized' }],
    ['captures must be "none", "once" or "many"', { captures: 'twice', capture: undefined, renew: undefined }],
    ['capture must be a function, because captures is "once"', { captures: 'once', capture: undefined }],
    ['capture must be absent unless captures is "once" or "many"', { captures: undefined, renew: undefined }],
    ['renew must be absent unless captures is "once" or "many"', { captures: 'none', capture: undefined }],
    ['exampleInstrument must be an object', { exampleInstrument: 'tok' }],
    [
      'exampleInstrument.handler_id must be absent, because the portal adds it',
      { exampleInstrument: { handler_id: 'x' } },
    ],
    ['form must be an object', { form: [] }],
    ['form.fields must be an array', { form: { instrument: () => ({}) } }],
    ['form.instrument must be a function', { form: { fields: [] } }],
    ['form.client must be a function', { form: { fields: [], instrument: () => ({}), client: {} } }],
    ['form.fields[0] must be an object', { form: { fields: ['code'], instrument: () => ({}) } }],
    ['form.fields[0].name must be 1 to 64 characters of a-z, 0-9 and _', withField({ name: 'Code' })],
    ['form.fields[0].name must not be "version", which the page uses itself', withField({ name: 'version' })],
    ['form.fields[0].label must be a text of 1 to 200 characters', withField({ label: undefined })],
    ['form.fields[0].type must be text, email, tel or password', withField({ type: 'number' })],
    ['form.fields[0].autocomplete must be a text', withField({ autocomplete: true })],
    ['form.fields[0].required must be true or false', withField({ required: 'yes' })],
    [
      'form.fields[0].options must be an array of objects with the texts value and label, and not be empty',
      withField({ options: ['a'] }),
    ],
    ['form.fields: the name "code" must not occur twice', { form: { fields: [FIELD, FIELD], instrument: () => ({}) } }],
    ['account must be an array of settings, or be absent', { account: {} }],
    ['account[0] must be an object', { account: ['key'] }],
    ['account[0].name must be 1 to 64 characters of a-z, 0-9 and _', withSetting({ name: 'secret-key' })],
    ['account[0].label must be a text of 1 to 200 characters', withSetting({ label: '' })],
    ['account[0].secret must be true or false', withSetting({ secret: undefined })],
    ['account[0].required must be true or false', withSetting({ required: undefined })],
    ['account[0].refuse must be a function, or be absent', withSetting({ refuse: /x/ })],
    ['account: the name "secret_key" must not occur twice', { account: [ACCOUNT, ACCOUNT] }],
    ['portalAccount must be an object, or be absent', { portalAccount: 'key' }],
    ['portalAccount.secret_key must be one of the account settings', { portalAccount: { secret_key: 'x' } }],
    ['portalAccount.secret_key must be a text', { account: [ACCOUNT], portalAccount: { secret_key: 1 } }],
  ])('is invalid: %s', (problem, change) => {
    expect(problemsOf({ ...VALID, ...change })).toEqual([problem]);
  });

  it('is an object', () => {
    expect(problemsOf('x')).toEqual(['the handler must be an object']);
  });

  it('gets all its problems in one message, a line for each', () => {
    expect(() => definePaymentHandler({ ...VALID, ...withDescription({ name: '', spec: '' }) })).toThrow(
      'this is not a valid payment handler:\n' +
        '  description.name must be a text of 1 to 100 characters\n' +
        '  description.spec must be a path on the portal, or an https URL',
    );
  });
});

describe('a factory', () => {
  const setting = { env: 'PORTAL_ACME_KEY', help: 'key of the Acme account' } as const;

  it.each<[string, unknown, unknown]>([
    ['make must be a function', {}, 'x'],
    ['settings must be an object', 'x', () => VALID],
    ['settings.key must be an object', { key: 'PORTAL_ACME_KEY' }, () => VALID],
    ['settings.key.env must be a name such as PORTAL_ACME_KEY', { key: { ...setting, env: 'ACME_KEY' } }, () => VALID],
    ['settings.key.help must be a text that says what the setting is', { key: { ...setting, help: '' } }, () => VALID],
    ['settings.key.fallback must be a text', { key: { ...setting, fallback: 1 } }, () => VALID],
  ])('is invalid: %s', (problem, settings, make) => {
    expect(() => Reflect.apply(definePaymentHandler, undefined, [settings, make])).toThrow(`\n  ${problem}`);
  });

  it('passes the values of the settings on, and checks the handler that it makes', () => {
    const factory = definePaymentHandler({ key: setting }, (read) => ({
      ...VALID,
      description: { ...DESCRIPTION, name: read('key') },
    }));
    expect(factory.make(() => 'Acme').description.name).toBe('Acme');
    expect(() => factory.make(() => '')).toThrow(InvalidPaymentHandler);
  });
});
