import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../config.js';
import { LIMIT_NAMES, type LimitName, MAX_LIMIT_CATEGORIES } from '../../domain/tenant/limits.js';
import { type OutboundRules, publicUrl } from '../../outbound/public-url.js';
import { GRANT_SCOPES } from '../../pages/grant/scopes-part.js';

/** Signature algorithms of tokens. None with a shared secret, since anyone who can verify such a token could forge one. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const MAX_URL_LENGTH = 512;
const MAX_ISSUERS = 20;

const name = z.string().min(1).max(200);
/** Name of a claim, or the names that lead to a nested one. */
const claim = z.union([name.transform((one) => [one]), z.array(name).min(1).max(5)]);
const amount = z.int().min(0).optional();
const limits: Record<LimitName, typeof amount> = { per_order: amount, per_30_days: amount, ask_above: amount };
/** Names of the only categories of items that a grant may buy. An empty list would allow all, so it is a mistake. */
const categories = z.array(z.string().trim().min(1).max(100)).min(1).max(MAX_LIMIT_CATEGORIES).optional();

const issuer = z.strictObject({
  issuer: z.string().min(1).max(MAX_URL_LENGTH),
  /** Defaults to `jwks_uri` of the issuer's OpenID configuration. */
  jwks_uri: z.string().max(MAX_URL_LENGTH).optional(),
  /** Expected audience. Defaults to the URL of the MCP endpoint that is called. */
  audience: z.string().min(1).max(MAX_URL_LENGTH).optional(),
  deployments: z.array(name).min(1).max(1_000),
  /** Claim with the only deployments of the token; without it, the token is for all of `deployments`. */
  deployment_claim: claim.optional(),
  buyer_claim: claim.default(['sub']),
  client_claim: claim.optional(),
  scope_claim: claim.default(['scope']),
  /** Scopes of the portal for each value of the scope claim. By default, the values are scopes of the portal. */
  scopes: z.record(z.string(), z.array(z.enum(GRANT_SCOPES))).optional(),
  /** Limits of each new grant; amounts are in minor units of the shop's currency. */
  limits: z
    .strictObject({ ...limits, categories })
    .refine((given) => given.categories || LIMIT_NAMES.some((one) => given[one] !== undefined), 'it has no limit')
    .optional(),
});

export type IssuerSettings = z.output<typeof issuer>;

/**
 * Reads the file of the outside issuers; none without a file.
 * @throws ConfigError
 */
export function readIssuers(file: string | undefined, rules: OutboundRules): readonly IssuerSettings[] {
  if (file === undefined) return [];
  const { data, error } = z.array(issuer).max(MAX_ISSUERS).safeParse(readJson(file));
  if (!data) {
    const [issue] = error.issues;
    throw wrongFile(file, `${issue?.path.join('.') || 'the list'}: ${issue?.message}`);
  }
  for (const [index, { issuer: url, jwks_uri }] of data.entries()) {
    for (const [member, text] of Object.entries({ issuer: url, jwks_uri })) {
      const parsed = text === undefined ? undefined : publicUrl(text, MAX_URL_LENGTH, rules);
      if (parsed && 'problem' in parsed) throw wrongFile(file, `${index}.${member}: ${parsed.problem}`);
    }
  }
  if (new Set(data.map((one) => one.issuer)).size < data.length) throw wrongFile(file, 'it names an issuer twice');
  return data;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrongFile(file, error instanceof Error ? error.message : String(error));
  }
}

function wrongFile(file: string, why: string): ConfigError {
  return new ConfigError(`PORTAL_OAUTH_ISSUERS (--oauth-issuers) must be a JSON file of issuers: ${file}: ${why}`);
}
