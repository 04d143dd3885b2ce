import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { replacedSecrets, type ShopAccount, secretContext, shopAccountKey } from '../../domain/payment/shop-account.js';
import type { Shop } from '../../domain/shop/shop.js';
import { findShopAccount, hasPortalAccount, unsealSettings } from '../../payments/payment-accounts.js';
import {
  type AccountSetting,
  insertWrite,
  type PaymentHandler,
  type Rows,
  replaceWrite,
  type Sealing,
  type Write,
} from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Changes and removes the accounts of shops at payment providers, for operations and the command line. */

/** Author of a change of an account. */
export interface AccountAuthor extends Author {
  readonly sealing: Sealing;
}

/** New values by the names of settings; null removes an optional one. Omitted settings stay as they are. */
export type AccountChange = Readonly<Record<string, string | null>>;

/** A payment handler for which shops can have an account of their own. */
export interface AccountHandler extends PaymentHandler {
  readonly account: readonly AccountSetting[];
}

/** @throws PortalError `payment_account_not_found` for a handler that is absent or has no account settings */
export function assertAccountHandler(handler: PaymentHandler | undefined): AccountHandler {
  if (handler && hasAccountSettings(handler)) return handler;
  throw notFoundError('payment_account_not_found');
}

function hasAccountSettings(handler: PaymentHandler): handler is AccountHandler {
  return handler.account !== undefined;
}

/**
 * Creates or changes a shop's account.
 * @throws PortalError `invalid_request` for a value that the handler refuses, or a required one that is missing;
 * `payment_account_in_use` if an open payment would continue in another mode
 */
export function putAccount(
  rows: Rows,
  by: AccountAuthor,
  shop: Shop,
  handler: AccountHandler,
  change: AccountChange,
): { readonly row: ShopAccount; readonly writes: readonly Write[] } {
  const before = findShopAccount(rows, shop.id, handler.description.id);
  const settings = mergeSettings(handler, before ? unsealSettings(before, by.sealing) : {}, change);
  const account = toAccount(by, shop, handler, settings, before);
  if (before && before.test !== account.test)
    assertNoOpenPayment(rows, before, 'set keys of the other mode when it has ended');
  const changed = handler.account
    .map(({ name }) => name)
    .filter((name) => storedValue(before, name) !== storedValue(account, name));
  if (before && changed.length === 0) return { row: before, writes: [] };
  const put = before
    ? replaceWrite('payment_account', before, { ...account, created_at: before.created_at })
    : insertWrite('payment_account', account);
  const action = before ? 'payment_account.updated' : 'payment_account.created';
  return { row: put.row, writes: [put, accountAudit(by, account, action, changed)] };
}

/** @throws PortalError `invalid_request` */
function mergeSettings(
  { account }: AccountHandler,
  before: Readonly<Record<string, string>>,
  change: AccountChange,
): Readonly<Record<string, string>> {
  const names = account.map(({ name }) => name);
  const unknown = Object.keys(change).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(unknown, `must be absent; the settings are ${names.join(', ')}`);
  const merged: Record<string, string> = {};
  for (const { name, required, refuse } of account) {
    const value = change[name] === undefined ? before[name] : change[name];
    if (value === undefined || value === null) {
      if (required) throw invalid(name, 'is required');
      continue;
    }
    const problem = change[name] === undefined ? undefined : refuse?.(value);
    if (problem !== undefined) throw invalid(name, problem);
    merged[name] = value;
  }
  return merged;
}

function invalid(name: string, problem: string): PortalError {
  return new PortalError('invalid_request', `settings.${name}: ${problem}`);
}

function toAccount(
  { sealing, now }: AccountAuthor,
  { id: shop_id, organization_id }: Shop,
  handler: AccountHandler,
  settings: Readonly<Record<string, string>>,
  before: ShopAccount | undefined,
): ShopAccount {
  const ids = { organization_id, shop_id, handler_id: handler.description.id };
  const secret = new Set(handler.account.filter((one) => one.secret).map(({ name }) => name));
  const entries = Object.entries(settings);
  const secrets = entries.filter(([name]) => secret.has(name));
  const sealed = Object.fromEntries(
    secrets.map(([name, value]) => [name, sealing.seal(value, secretContext(ids, name))]),
  );
  return {
    ...ids,
    settings: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    sealed,
    replaced: before ? replacedSecrets(before, sealed, now) : {},
    test: handler.isTestAccount?.(settings) ?? false,
    created_at: now,
    updated_at: now,
    version: 0,
  };
}

/** The stored form of a setting. Sealing the same secret again gives the same text. */
function storedValue(account: ShopAccount | undefined, name: string): string | undefined {
  return account?.settings[name] ?? account?.sealed[name];
}

/**
 * Finds the account of a shop.
 * @throws PortalError `payment_account_not_found`
 */
export function shopAccount(rows: Rows, shop: Shop, handlerId: string): ShopAccount {
  const account = findShopAccount(rows, shop.id, handlerId);
  if (account) return account;
  throw notFoundError('payment_account_not_found');
}

/**
 * Removes the account of a shop.
 * @throws PortalError `payment_account_in_use` while the shop offers the handler and could not use another account, or
 * while a payment through the account is open
 */
export function removeAccount(
  rows: Rows,
  by: Author,
  shop: Shop,
  account: ShopAccount,
  handler: PaymentHandler,
): Write[] {
  const { handler_id } = account;
  if (!hasPortalAccount(handler) && shop.settings.payment_handlers.includes(handler_id))
    throw inUse(`the shop offers "${handler_id}"; remove it from \`payment_handlers\` first`);
  assertNoOpenPayment(rows, account, 'wait until it has ended, or cancel it');
  return [
    { type: 'remove', table: 'payment_account', key: shopAccountKey(account) },
    accountAudit(by, account, 'payment_account.deleted', ['settings']),
  ];
}

function accountAudit(by: Author, account: ShopAccount, action: string, changed: readonly string[]): Write {
  const subject = { type: 'payment_account', id: shopAccountKey(account) } as const;
  return auditWrite(by, account.organization_id, subject, action, changed);
}

/** @throws PortalError `payment_account_in_use` */
function assertNoOpenPayment(rows: Rows, { shop_id, handler_id }: ShopAccount, fix: string): void {
  if (rows.find('hasOpenPayment', shop_id, handler_id))
    throw inUse(`a payment, capture or refund through the account is open: ${fix}`);
}

function inUse(reason: string): PortalError {
  return new PortalError('payment_account_in_use', `The account is in use: ${reason}.`);
}
