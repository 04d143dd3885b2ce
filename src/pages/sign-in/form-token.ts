import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { memo } from '../../domain/values/memo.js';
import type { Form } from '../checkout/form.js';
import { type Html, html } from '../html.js';

/** Field of the token that shows that a form is from our own page. */
const FIELD = 'form_token';
const KEY_BYTES = 32;

/**
 * Renders the hidden field of forms. Its value must differ in each response, so that compression reveals nothing about
 * it; forms of the same response may share it.
 * @param secret cookie value of the browser
 */
export function formTokenField(secret: string): Html {
  const pad = randomBytes(KEY_BYTES);
  const value = Buffer.concat([pad, mask(keyOf(secret), pad)]).toString('base64url');
  return html`<input type="hidden" name="${FIELD}" value="${value}">`;
}

/** True if a form has a token made with the secret of the browser that sent it. */
export function hasFormToken(form: Form, secret: string | undefined): secret is string {
  const sent = Buffer.from(form[FIELD] ?? '', 'base64url');
  if (secret === undefined || sent.length !== 2 * KEY_BYTES) return false;
  return timingSafeEqual(mask(sent.subarray(KEY_BYTES), sent.subarray(0, KEY_BYTES)), keyOf(secret));
}

const MAX_KEYS = 1000;

const keyOf = memo(MAX_KEYS, (secret: string) => createHmac('sha256', secret).update('portal: form token').digest());

function mask(one: Buffer, other: Buffer): Buffer {
  const masked = Buffer.alloc(one.length);
  for (const [index, byte] of one.entries()) masked[index] = byte ^ (other[index] ?? 0);
  return masked;
}
