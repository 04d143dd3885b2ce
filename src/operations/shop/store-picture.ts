import type { Context } from '../../calls/context.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/**
 * Keeps a picture of a shop, and counts its bytes for the quota of the organization; false = it was there already. The bytes are
 * counted first, so that two pictures at once do not both take the last room. A portal that is killed in between has counted a picture
 * too many; `portal media add` counts anew.
 * @throws PortalError `quota_exceeded`, and as `Media.put`
 */
export async function storePicture(
  { media, read, step }: Context,
  shopId: string,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (await media.has(shopId, name, bytes)) return false;
  const counted = await read((rows) => rows.counters('media_bytes', [shopId]).get(shopId));
  // What was added before pictures were counted.
  const from = counted ?? (await media.size(shopId));
  const count = (by: number) =>
    step(() => ({ writes: [{ type: 'add', counter: 'media_bytes', key: shopId, by, from }], result: undefined }));
  await count(bytes.length);
  let isNew = false;
  try {
    isNew = await media.put(shopId, name, bytes);
  } finally {
    if (!isNew) await count(-bytes.length);
  }
  return isNew;
}

/** What is noted of a new picture. */
export function mediaUsage(by: Author, { id, organization_id }: Shop): Write {
  return auditWrite(by, organization_id, { type: 'shop', id }, 'shop.media_added', ['media']);
}
