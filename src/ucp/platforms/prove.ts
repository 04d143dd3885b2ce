import { type ErrorCode, PortalError } from '../../domain/errors/portal-error.js';
import type { Clock } from '../../ports.js';
import { requestMessage } from '../signatures/message.js';
import { type Fault, verifyRequest } from '../signatures/verify.js';
import type { Site } from '../site/site.js';
import type { Profiles } from './profiles.js';

/** Parts of a request that a signature can cover. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  field(name: string): readonly string[];
  /** @throws PortalError `payload_too_large`, `unsupported_media_type`, `invalid_json` */
  body(): Promise<Buffer>;
}

interface ProveDeps {
  readonly profiles: Pick<Profiles, 'get' | 'again'>;
  readonly clock: Clock;
}

/** True if the request has both signature headers. */
export function isSigned({ field }: Pick<SignedRequest, 'field'>): boolean {
  return field('signature').length > 0 && field('signature-input').length > 0;
}

const REFUSALS: Readonly<Record<Fault, readonly [code: ErrorCode, detail: string]>> = {
  key_not_found: ['message_key_unknown', 'The profile has no key with the keyid of the signature.'],
  algorithm_unsupported: ['algorithm_unsupported', 'Keys of P-256 (ES256), P-384 (ES384) and Ed25519 are supported.'],
  digest_mismatch: ['digest_mismatch', 'Content-Digest is not the sha-256 of the body as it was sent.'],
  signature_invalid: ['message_signature_invalid', 'The signature does not verify with the key of the profile.'],
};

/**
 * True if the signature proves the platform's identity. False if the request has no signature that covers enough of it.
 * @throws PortalError `message_signature_invalid`, `message_key_unknown`, `digest_mismatch`, `algorithm_unsupported`,
 * and those of `Profiles.get`
 */
export async function isProven(
  { profiles, clock }: ProveDeps,
  request: SignedRequest,
  { base }: Site,
  profile: URL,
): Promise<boolean> {
  if (!isSigned(request)) return false;
  const { host: authority } = new URL(base);
  const message = requestMessage({ ...request, authority });
  const body = await request.body();
  const verdictWith = (keys: Parameters<typeof verifyRequest>[0]['keys']) =>
    verifyRequest({ message, body, keys, now: clock.now() });
  const verdict = verdictWith((await profiles.get(profile)).keys);
  // The platform may have published the unknown key since the last fetch.
  const isUnknown = verdict.state === 'failed' && verdict.fault === 'key_not_found';
  const last = isUnknown ? verdictWith((await profiles.again(profile)).keys) : verdict;
  if (last.state === 'failed') throw new PortalError(...REFUSALS[last.fault]);
  return last.state === 'verified';
}
