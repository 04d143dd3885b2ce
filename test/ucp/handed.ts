import { required } from '../../src/domain/values/required.js';
import { type Rows, replaceWrite, type Write } from '../../src/ports.js';
import type { UcpPortal } from './platform.js';

/** Transfers a checkout, cart or order to another profile of a platform, such as one of another version. */
export async function handTo({ portal }: Pick<UcpPortal, 'portal'>, id: string, profile: string): Promise<void> {
  await portal.app.store.update((rows) => ({ writes: [handed(rows, id, profile)], result: undefined }));
}

function handed(rows: Rows, id: string, profile: string): Write {
  const checkout = rows.get('checkout', id);
  if (checkout) return replaceWrite('checkout', checkout, withProfile(checkout, profile));
  const cart = rows.get('platform_cart', id);
  if (cart) return replaceWrite('platform_cart', cart, withProfile(cart, profile));
  const order = required(rows.get('order', id), id);
  return replaceWrite('order', order, withProfile(order, profile));
}

function withProfile<Row extends { readonly platform?: object }>(row: Row, profile: string): Row {
  return { ...row, platform: { ...required(row.platform, 'platform'), profile } };
}
