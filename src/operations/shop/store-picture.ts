import type { Context } from '../../calls/context.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/**
 * Stores a picture and counts its bytes toward the organization's quota. Returns false if the picture already existed.
 * The bytes are counted first, so that two concurrent pictures cannot both use the last of the quota. After a crash in
 * between, the picture is counted but not stored; `portal media add` recounts.
 * @throws PortalError `quota_exceeded`, and the errors of `Media.put`
 */
export async function storePicture(
  { services: { media }, read, step }: Context<'media'>,
  shopId: string,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (await media.has(shopId, name, bytes)) return false;
  const counted = await read((rows) => rows.counters('media_bytes', [shopId]).get(shopId));
  // If there is no counter, the shop's existing pictures were added before pictures were counted.
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

/** Builds the audit event for a new picture. */
export function buildPictureEvent(by: Author, { id, organization_id }: Shop): Write {
  return auditWrite(by, organization_id, { type: 'shop', id }, 'shop.media_added', ['media']);
}
