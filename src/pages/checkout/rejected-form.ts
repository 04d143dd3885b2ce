import { hkdfSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { ErrorCode } from '../../domain/errors/portal-error.js';
import { open, seal } from '../../domain/values/aead.js';
import { readCookie } from '../read-cookie.js';
import type { FieldErrors, Form } from './form.js';

/** A form whose action failed, for the page that the response redirects to. */
export interface RejectedForm {
  /** Entries that were not saved; never those of a payment. */
  readonly typed: Form;
  readonly errors: FieldErrors;
  readonly problem: ErrorCode | undefined;
  /**
   * False if the page's script sent the form because an entry changed, before any attempt to continue. Errors are then
   * shown only at their fields.
   */
  readonly tried: boolean;
  /** True after an attempt to continue or pay. */
  readonly isContinuing: boolean;
  /** Version of the checkout after the attempt; absent if unknown. */
  readonly version: number | undefined;
}

/**
 * Query parameter of the page after a rejected form. Its value is the beginning of the sealed cookie, which reveals
 * nothing.
 */
export const REJECTED = 'rejected';

const NAME = 'form';
/** Separates this key from others derived from the same secret. */
const PURPOSE = 'portal: rejected form';
/** Time for which the page can show a rejected form, in seconds. */
const LIFETIME_S = 10 * 60;
/** Browsers ignore cookies above 4,096 bytes, attributes included. */
const MAX_CHARACTERS = 3_800;
const MAX_SHORT_BYTES = 2_500;
const ID_CHARACTERS = 8;

/**
 * Stores a rejected form in the browser that sent it, sealed for its checkout. No database contains it, so it needs no
 * erasure, and every portal with the same secrets can show it. The cookie has no path, so browsers confine it to the
 * checkout's page.
 */
export class FormCookie {
  private readonly key: Buffer;
  private readonly now: () => number;
  private readonly publicUrl: () => string;

  constructor(secret: Buffer, now: () => number, publicUrl: () => string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
    this.now = now;
    this.publicUrl = publicUrl;
  }

  /** Returns the value of the query parameter `REJECTED`. */
  set({ params }: Request, response: Response, rejected: RejectedForm): string {
    const sealed = this.sealSmall(String(params.token), rejected);
    this.send(response, sealed, LIFETIME_S);
    return sealed.slice(0, ID_CHARACTERS);
  }

  clear(request: Request, response: Response): void {
    if (valueIn(request) !== undefined) this.send(response, '', 0);
  }

  /** Returns `unknown` if the browser no longer has the form that the URL refers to. */
  open(request: Request, id: string | null): RejectedForm | 'unknown' | undefined {
    if (id === null) return undefined;
    const value = valueIn(request);
    if (!value?.startsWith(id) || id.length < ID_CHARACTERS) return 'unknown';
    const plain = open(this.key, Buffer.from(value, 'base64url'), String(request.params.token));
    if (!plain) return 'unknown';
    const { until, ...rejected }: RejectedForm & { readonly until: number } = JSON.parse(
      inflateRawSync(plain).toString(),
    );
    return this.now() < until ? rejected : 'unknown';
  }

  /** Seals a form. If it is too large for a cookie, only the short entries are kept. */
  private sealSmall(token: string, rejected: RejectedForm): string {
    const sealed = this.seal(token, rejected);
    return sealed.length <= MAX_CHARACTERS
      ? sealed
      : this.seal(token, { ...rejected, errors: {}, typed: shortOf(rejected.typed) });
  }

  private seal(token: string, rejected: RejectedForm): string {
    const plain = JSON.stringify({ ...rejected, until: this.now() + LIFETIME_S * 1000 });
    return seal(this.key, deflateRawSync(plain), token).toString('base64url');
  }

  private send(response: Response, value: string, seconds: number): void {
    const secure = this.publicUrl().startsWith('https:') ? '; Secure' : '';
    response.append('set-cookie', `${NAME}=${value}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`);
  }
}

/** Returns the shortest entries, as many as fit even if nothing can be compressed. */
function shortOf(typed: Form): Form {
  let bytes = 0;
  const fitting = Object.entries(typed)
    .toSorted(([, one], [, other]) => one.length - other.length)
    .filter((entry) => {
      bytes += Buffer.byteLength(JSON.stringify(entry));
      return bytes <= MAX_SHORT_BYTES;
    });
  return Object.fromEntries(fitting);
}

function valueIn(request: Request): string | undefined {
  const value = readCookie(request, NAME);
  return value !== undefined && /^[\w-]+$/.test(value) ? value : undefined;
}
