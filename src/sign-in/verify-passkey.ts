import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey } from '../domain/person/passkey.js';
import type { SignInDeps } from './deps.js';
import { challengeFor, isRecentPage, type PasskeyPage, type RelyingParty } from './passkey-challenge.js';

/** Checks of what authenticators have signed. The library is loaded with the first passkey. */

/** Maximum length of a member that a browser sends. Keys and signatures have up to a thousand characters. */
const MAX_MEMBER = 4_000;

/** EdDSA, ES256 and RS256, as in the page's script. */
const ALGORITHMS = [-8, -7, -257];

const member = z.string().max(MAX_MEMBER);
const credential = { id: member, rawId: member, type: z.literal('public-key') };

const creation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: member, attestationObject: member }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    ...{ clientDataJSON: member, authenticatorData: member, signature: member },
    userHandle: member,
  }),
});
type PasskeyUse = z.output<typeof assertion>;

/** Reads how a browser has used a passkey; `undefined` if it is malformed. */
export function readPasskeyUse(json: string): PasskeyUse | undefined {
  return parseJson(assertion, json);
}

/**
 * Verifies a new passkey, which must have verified its user.
 * @param json credential as the page's script sends it
 * @returns `undefined` if it is not valid
 */
export async function verifyNewPasskey(
  deps: Pick<SignInDeps, 'store' | 'clock'>,
  party: RelyingParty,
  page: PasskeyPage,
  json: string,
): Promise<Pick<Passkey, 'id' | 'public_key' | 'counter'> | undefined> {
  const sent = parseJson(creation, json);
  if (!sent || !isRecentPage(page.at, deps.clock.now())) return undefined;
  const response: RegistrationResponseJSON = { ...sent, clientExtensionResults: {} };
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await undefinedIfInvalid(async () => {
    await assertNoCertificates(sent.response.attestationObject);
    const checks = { ...expected(deps, party, page), supportedAlgorithmIDs: ALGORITHMS };
    return verifyRegistrationResponse({ response, ...checks });
  });
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Verifies that a passkey has signed the challenge of a page, after it verified its user.
 * @returns the new counter; `undefined` if the signature is not valid
 */
export async function verifyPasskeyUse(
  deps: Pick<SignInDeps, 'store' | 'clock'>,
  party: RelyingParty,
  page: PasskeyPage,
  { sent, known }: { readonly sent: PasskeyUse; readonly known: Passkey },
): Promise<number | undefined> {
  if (!isRecentPage(page.at, deps.clock.now()) || sent.response.userHandle !== userHandleOf(known.person_id))
    return undefined;
  const response: AuthenticationResponseJSON = { ...sent, clientExtensionResults: {} };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const publicKey = new Uint8Array(Buffer.from(known.public_key, 'base64url'));
  const verified = await undefinedIfInvalid(() =>
    verifyAuthenticationResponse({
      response,
      credential: { id: known.id, publicKey, counter: known.counter },
      ...expected(deps, party, page),
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** Returns the user handle by which passkeys name their person. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url');
}

function expected(deps: Pick<SignInDeps, 'store'>, { id, origin }: RelyingParty, page: PasskeyPage) {
  return {
    expectedChallenge: challengeFor(deps, page),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

/**
 * Pages request no attestation. The library would check one with certificates, for which it may fetch URLs that the
 * certificates contain.
 * @throws Error
 */
async function assertNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isOwn = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwn) throw new Error(`the attestation ${format} was not requested`);
}

function parseJson<T>(schema: z.ZodType<T>, json: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** The library throws for everything that is not valid. */
async function undefinedIfInvalid<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
