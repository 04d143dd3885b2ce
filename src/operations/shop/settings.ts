import { PortalError } from '../../domain/errors/portal-error.js';
import type { Shop, ShopSettings } from '../../domain/shop/shop.js';
import { findAccountOwner, hasPortalAccount } from '../../payments/payment-accounts.js';
import { type PaymentHandler, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/**
 * Replaces a shop's settings. Open carts are priced by the new settings from their next response on.
 * @throws PortalError `invalid_request` for a payment handler that the shop cannot use, or for a new currency if there
 * are items
 */
export function replaceSettings(
  rows: Rows,
  by: Author,
  shop: Shop,
  settings: ShopSettings,
  handlers: readonly PaymentHandler[],
): { readonly row: Shop; readonly writes: readonly Write[] } {
  assertHandlers(settings, shop.demo, handlers, (handler) => findAccountOwner(rows, handler, shop.id) !== undefined);
  if (settings.currency !== shop.settings.currency && rows.find('hasItems', shop.id)) {
    throw new PortalError(
      'invalid_request',
      `currency: a shop that has items keeps its currency, ${shop.settings.currency}`,
    );
  }
  const put = replaceWrite('shop', shop, { ...shop, settings, updated_at: by.now });
  const event = auditWrite(by, shop.organization_id, { type: 'shop', id: shop.id }, 'shop.settings_replaced', [
    'settings',
  ]);
  return { row: put.row, writes: [put, event] };
}

/**
 * Checks the payment handlers of a shop. By default it is a new shop, which has no account.
 * @throws PortalError `invalid_request` for an unknown payment handler, one that only demo shops can use, or one without
 * an account
 */
export function assertHandlers(
  { payment_handlers }: ShopSettings,
  demo: boolean,
  handlers: readonly PaymentHandler[],
  hasAccount: (handler: PaymentHandler) => boolean = hasPortalAccount,
): void {
  const possible = handlers.filter((handler) => demo || !handler.demoOnly);
  const usable = possible.filter(hasAccount).map(({ description }) => description.id);
  const index = payment_handlers.findIndex((id) => !usable.includes(id));
  if (index < 0) return;
  const named = possible.find(({ description }) => description.id === payment_handlers[index]);
  const problem = named
    ? `"${named.description.id}" needs an account: set it with put_payment_account, or \`portal payments set\``
    : `this shop can have ${usable.map((id) => `"${id}"`).join(', ')}`;
  throw new PortalError('invalid_request', `payment_handlers[${index}]: ${problem}`);
}
