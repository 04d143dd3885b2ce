import { descriptionProblems } from './description-problems.js';
import { formProblems } from './form-problems.js';
import { findRepeated, isRecord, isText } from './values.js';

/** Members that every handler has. */
const FUNCTIONS = ['refuseCredential', 'authorize', 'status', 'void', 'refund'] as const;
const FLAGS = ['needsInstrument', 'demoOnly', 'acceptsCardNumbers'] as const;
const OPTIONAL_FUNCTIONS = ['capture', 'renew', 'receive', 'testAccount', 'isTestAccount', 'googlePay'] as const;
const CAPTURES: readonly unknown[] = [undefined, 'none', 'once', 'many'];
const STATUSES: readonly unknown[] = [undefined, 'pending', 'paid'];

/** Finds what keeps a value from being a payment handler (ports/payment.ts): a sentence for each problem. */
export function findHandlerProblems(handler: unknown): string[] {
  return isRecord(handler) ? [...handlerProblems(handler)] : ['the handler must be an object'];
}

function* handlerProblems(handler: Readonly<Record<string, unknown>>): Generator<string> {
  yield* descriptionProblems(handler.description, handler.schemas);
  for (const name of FLAGS) if (typeof handler[name] !== 'boolean') yield `${name} must be true or false`;
  for (const name of FUNCTIONS) if (typeof handler[name] !== 'function') yield `${name} must be a function`;
  for (const name of OPTIONAL_FUNCTIONS)
    if (handler[name] !== undefined && typeof handler[name] !== 'function')
      yield `${name} must be a function, or be absent`;
  if (!STATUSES.includes(handler.authorizesAs)) yield 'authorizesAs must be "pending" or "paid", or be absent';
  yield* captureProblems(handler);
  yield* formProblems(handler.form);
  yield* exampleProblems(handler.exampleInstrument);
  yield* accountProblems(handler.account);
  yield* portalAccountProblems(handler);
}

function* captureProblems({ captures, capture, renew }: Readonly<Record<string, unknown>>): Generator<string> {
  if (!CAPTURES.includes(captures)) yield 'captures must be "none", "once" or "many"';
  const isLater = captures === 'once' || captures === 'many';
  if (isLater && capture === undefined) yield `capture must be a function, because captures is "${captures}"`;
  if (isLater) return;
  for (const [name, value] of Object.entries({ capture, renew }))
    if (value !== undefined) yield `${name} must be absent unless captures is "once" or "many"`;
}

function* exampleProblems(example: unknown): Generator<string> {
  if (example === undefined) return;
  if (!isRecord(example)) {
    yield 'exampleInstrument must be an object';
    return;
  }
  for (const name of ['id', 'handler_id'])
    if (name in example) yield `exampleInstrument.${name} must be absent, because the portal adds it`;
}

function* accountProblems(account: unknown): Generator<string> {
  if (account === undefined) return;
  if (!Array.isArray(account) || account.length === 0) {
    yield 'account must be an array of settings, or be absent';
    return;
  }
  const settings: readonly unknown[] = account;
  for (const [index, setting] of settings.entries()) yield* settingProblems(`account[${index}]`, setting);
  const repeated = findRepeated(settings.map((setting) => (isRecord(setting) ? setting.name : setting)));
  if (repeated !== undefined) yield `account: the name ${JSON.stringify(repeated)} must not occur twice`;
}

function* portalAccountProblems({ account, portalAccount }: Readonly<Record<string, unknown>>): Generator<string> {
  if (portalAccount === undefined) return;
  if (!isRecord(portalAccount)) {
    yield 'portalAccount must be an object, or be absent';
    return;
  }
  const settings: readonly unknown[] = Array.isArray(account) ? account : [];
  const names = settings.map((setting) => (isRecord(setting) ? setting.name : undefined));
  for (const [name, value] of Object.entries(portalAccount)) {
    if (!names.includes(name)) yield `portalAccount.${name} must be one of the account settings`;
    if (typeof value !== 'string') yield `portalAccount.${name} must be a text`;
  }
}

function* settingProblems(at: string, setting: unknown): Generator<string> {
  if (!isRecord(setting)) {
    yield `${at} must be an object`;
    return;
  }
  const { name, label, secret, required, refuse } = setting;
  if (!isText(name, 64) || !/^[a-z0-9_]+$/.test(name)) yield `${at}.name must be 1 to 64 characters of a-z, 0-9 and _`;
  if (!isText(label, 200)) yield `${at}.label must be a text of 1 to 200 characters`;
  for (const [flag, value] of Object.entries({ secret, required }))
    if (typeof value !== 'boolean') yield `${at}.${flag} must be true or false`;
  if (refuse !== undefined && typeof refuse !== 'function') yield `${at}.refuse must be a function, or be absent`;
}
