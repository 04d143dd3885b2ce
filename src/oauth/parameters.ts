import { OauthError } from './oauth-error.js';

/** Parameters of an OAuth request, each sent at most once. An empty one counts as absent (RFC 6749, 3.1). */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** @throws OauthError `invalid_request` for a parameter that was sent more than once (RFC 6749, 3.1) */
export function readParameters(sent: URLSearchParams): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of sent) {
    if (found.has(name)) throw new OauthError('invalid_request', `${name}: must be sent once`);
    if (value !== '') found.set(name, value);
  }
  return Object.fromEntries(found);
}

/** @throws OauthError `invalid_request` if it is absent */
export function requiredParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new OauthError('invalid_request', `${name}: is required`);
  return value;
}
