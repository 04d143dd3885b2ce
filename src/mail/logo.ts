import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { typeOfBytes, typeOfName } from '../domain/shop/media.js';
import { type Dimensions, readDimensions } from './picture-size.js';

/** A shop's logo as a part of its mails. */
export interface Logo extends Dimensions {
  /** `Content-ID` without its angle brackets. */
  readonly cid: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** Each mail has a copy of the logo. Bytes. */
const MAX_BYTES = 128 * 1024;
/** Largest width or height, since a small file can describe a picture that fills a client's memory. Pixels. */
const MAX_EDGE = 2_000;

/**
 * Reads a shop's logo from the portal's pictures; `undefined` if mail clients cannot show it, or it is too large for a
 * mail. A mail never loads pictures over the network: that would tell the shop when and where it was read.
 * @param folder of the portal's pictures
 * @param path `/media/…`, as in the shop's brand
 */
export async function readLogo(folder: string, path: string | undefined): Promise<Logo | undefined> {
  const [, shop = '', name = ''] = /^\/media\/(shop_[\w-]{1,100})\/([\w.-]+)$/.exec(path ?? '') ?? [];
  if (typeOfName(name) === undefined) return undefined;
  const bytes = await readSmallFile(join(folder, shop, name));
  if (!bytes) return undefined;
  const type = typeOfBytes(bytes);
  if (type !== 'image/png' && type !== 'image/jpeg') return undefined;
  const size = readDimensions(bytes);
  if (!size || Math.max(size.width, size.height) > MAX_EDGE) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { cid: `logo-${hash}@mail`, type, bytes, ...size };
}

interface HtmlWithLogo {
  readonly html: string;
  readonly logo?: Logo | undefined;
}

/** Returns the HTML of a mail with the logo in it, for pages that show it without its attachment. */
export function inlineLogo({ html, logo }: HtmlWithLogo): string {
  return logo ? html.replaceAll(`cid:${logo.cid}`, `data:${logo.type};base64,${logo.bytes.toString('base64')}`) : html;
}

/** Reads a file; `undefined` if it is too large, or cannot be read: a mail without its logo is better than none. */
async function readSmallFile(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    return size > MAX_BYTES ? undefined : await handle.readFile();
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
