import { signatureBase } from './base.js';
import { type Candidate, listCandidates } from './candidates.js';
import { isSignedBy, type Jwk, thumbprint, verifyingKey } from './keys.js';
import { isDigestOf, type SignableMessage } from './message.js';

/** Reason why a signature fails to authenticate a request (UCP, Message Signatures, Error Codes). */
export type Fault = 'key_not_found' | 'algorithm_unsupported' | 'digest_mismatch' | 'signature_invalid';

export type Verdict =
  | { readonly state: 'verified'; readonly kid: string }
  /** No signature covers enough of the request. */
  | { readonly state: 'unsigned' }
  | { readonly state: 'failed'; readonly fault: Fault };

/** Maximum time by which a platform's clock may be ahead. Milliseconds. */
const AHEAD = 5 * 60 * 1000;

const BOT_AUTH = 'web-bot-auth';

interface Request {
  readonly message: SignableMessage;
  readonly body: Buffer;
  /** Keys of the platform's profile. */
  readonly keys: readonly Jwk[];
  readonly now: number;
}

/**
 * Verifies the signatures that cover enough of the request. One valid signature suffices; if none is valid, the first
 * one determines the error (UCP, Identity Resolution Algorithm). The key determines the algorithm.
 */
export function verifyRequest(request: Request): Verdict {
  const enough = listCandidates(request.message).filter((one) => coversEnough(one, request));
  const verdicts = enough.map((one) => verdictOf(one, request));
  return verdicts.find(({ state }) => state === 'verified') ?? verdicts[0] ?? { state: 'unsigned' };
}

/** Headers that a signature must cover if the request has them (UCP, REST Request Signing, Signed Components). */
const COVERED_HEADERS = ['ucp-agent', 'signature-agent', 'idempotency-key'] as const;

function coversEnough({ label, input: [components] }: Candidate, { message, body }: Request): boolean {
  const isQueried = message.derived.get('@query') !== '?';
  const needed = [
    '@method',
    '@authority',
    '@path',
    ...(isQueried ? ['@query'] : []),
    ...(body.length > 0 ? ['content-digest', 'content-type'] : []),
    ...COVERED_HEADERS.filter((name) => message.field(name).length > 0),
  ];
  return needed.every((name) =>
    components.some(([value, parameters]) => {
      const isWhole = parameters.size === 0 || (name === 'signature-agent' && parameters.get('key') === label);
      return value === name && isWhole;
    }),
  );
}

function verdictOf(candidate: Candidate, { message, body, keys, now }: Request): Verdict {
  const { input, signature } = candidate;
  const [, parameters] = input;
  const keyid = parameters.get('keyid');
  const jwk = keys.find(({ kid }) => kid === keyid);
  if (!jwk) return failed('key_not_found');
  const key = verifyingKey(jwk);
  if (!key) return failed('algorithm_unsupported');
  if (!isMeantHere(parameters, jwk) || !isTimely(parameters, now)) return failed('signature_invalid');
  if (body.length > 0 && !isDigestOf(message.field('content-digest').join(', '), body))
    return failed('digest_mismatch');
  const base = signatureBase(message, input);
  if (base === undefined || !isSignedBy(key, base, signature, parameters.get('alg')))
    return failed('signature_invalid');
  return { state: 'verified', kid: jwk.kid };
}

type Parameters = Candidate['input'][1];

/**
 * True if the signature is meant for UCP: it has no tag, or it has the tag of Web Bot Auth, both times, and the
 * thumbprint of the key as its key id. Any other tag marks another purpose.
 */
function isMeantHere(parameters: Parameters, jwk: Jwk): boolean {
  const tag = parameters.get('tag');
  if (tag === undefined) return true;
  return tag === BOT_AUTH && parameters.has('created') && parameters.has('expires') && jwk.kid === thumbprint(jwk);
}

/** True if `created` and `expires`, which are optional and in seconds, permit the use of the signature now. */
function isTimely(parameters: Parameters, now: number): boolean {
  const created = parameters.get('created');
  const expires = parameters.get('expires');
  const isSoon = created === undefined || (typeof created === 'number' && created * 1000 <= now + AHEAD);
  return isSoon && (expires === undefined || (typeof expires === 'number' && expires * 1000 > now));
}

function failed(fault: Fault): Verdict {
  return { state: 'failed', fault };
}
