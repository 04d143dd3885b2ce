import type { BuyerContext } from '../../domain/checkout/platform-part.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { CanonicalCart } from '../checkout/canonical-forms.js';
import { CLAIMS_PATH } from '../checkout/messages.js';

/**
 * Claim names that 2026-04-08 can express (UCP 2026-04-08, Reverse Domain Name): each part begins with a letter, and
 * the first part has no `_`. Later versions also allow parts that begin with a digit or contain `-`.
 */
export const PLAIN_NAME = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/;

/** @throws PortalError `invalid_request` */
export function assertPlainClaims(context: BuyerContext | undefined): void {
  const place = context?.eligibility?.findIndex((claim) => !PLAIN_NAME.test(claim)) ?? -1;
  if (place < 0) return;
  throw new PortalError(
    'invalid_request',
    `context.eligibility[${place}]: must be a name in reversed domains, such as com.example.gold: each part begins with a letter and has letters, digits and, but for the first, _`,
  );
}

/** Drops claims that 2026-04-08 cannot express, together with the messages about them. */
export function dropOtherClaims<Content extends Pick<CanonicalCart, 'context' | 'messages'>>(
  content: Content,
): Content {
  const { eligibility = [], ...context } = content.context ?? {};
  const plain = eligibility.filter((claim) => PLAIN_NAME.test(claim));
  if (plain.length === eligibility.length) return content;
  const paths = new Map(plain.map((claim, place) => [pathOf(eligibility.indexOf(claim)), pathOf(place)]));
  const messages = content.messages.flatMap((message) => {
    if (!message.path?.startsWith(CLAIMS_PATH)) return [message];
    const path = paths.get(message.path);
    return path === undefined ? [] : [{ ...message, path }];
  });
  return { ...content, context: { ...context, ...(plain.length > 0 && { eligibility: plain }) }, messages };
}

function pathOf(place: number): string {
  return `${CLAIMS_PATH}[${place}]`;
}
