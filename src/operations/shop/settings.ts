import { PortalError } from '../../domain/errors/portal-error.js';
import type { Shop, ShopSettings } from '../../domain/shop/shop.js';
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
  assertHandlers(settings, shop.demo, handlers);
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
 * @throws PortalError `invalid_request` for an unknown payment handler, one that only demo shops can use, or one without
 * an account
 */
export function assertHandlers(settings: ShopSettings, demo: boolean, handlers: readonly PaymentHandler[]): void {
  const usable = handlers
    .filter((handler) => (demo || !handler.demoOnly) && !(handler.account && !handler.portalAccount))
    .map(({ description }) => description.id);
  const index = settings.payment_handlers.findIndex((id) => !usable.includes(id));
  if (index < 0) return;
  throw new PortalError(
    'invalid_request',
    `payment_handlers[${index}]: this shop can have ${usable.map((id) => `"${id}"`).join(', ')}`,
  );
}
