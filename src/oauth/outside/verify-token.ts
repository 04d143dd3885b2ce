import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { isJwt } from '../../calls/access-token.js';
import type { FindKey, IssuerKeys } from './issuer-keys.js';
import { ALGORITHMS, type IssuerSettings } from './issuer-settings.js';

/** Characters of the longest accepted token. */
const MAX_TOKEN_LENGTH = 8 * 1024;
/** Accepted difference between the clocks of issuer and portal. Seconds. */
const CLOCK_TOLERANCE_S = 60;

/** An issuer whose tokens are accepted. */
export interface Issuer {
  readonly settings: IssuerSettings;
  readonly keys: IssuerKeys;
}

/** Returns the issuer that a token names, before anything of it is verified. */
export function namedIssuer(token: string, issuers: readonly Issuer[]): Issuer | undefined {
  if (issuers.length === 0 || token.length > MAX_TOKEN_LENGTH || !isJwt(token)) return undefined;
  try {
    const { iss } = decodeJwt(token);
    return issuers.find(({ settings }) => settings.issuer === iss);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * Verifies signature, issuer, audience and times of a token (RFC 9068, 4). Returns its claims; `undefined` if it is not
 * valid.
 * @throws PortalError `unavailable` if the issuer's keys cannot be fetched
 */
export async function verifyToken(
  token: string,
  { settings, keys }: Issuer,
  resourceUrl: string,
  now: number,
): Promise<JWTPayload | undefined> {
  const check = (findKey: FindKey) =>
    jwtVerify(token, findKey, {
      issuer: settings.issuer,
      audience: settings.audience ?? resourceUrl,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    });
  try {
    return (await check(await keys.get())).payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    // The issuer may have replaced its keys since they were fetched.
    const findKey = error instanceof errors.JWKSNoMatchingKey ? await keys.again() : undefined;
    return findKey && check(findKey).then(({ payload }) => payload, ignoreInvalid);
  }
}

function ignoreInvalid(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error;
}
