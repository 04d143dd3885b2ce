import { z } from 'zod';
import { PortalError } from '../../domain/errors/portal-error.js';
import { parseStrictJson } from '../../json/strict-json.js';
import { ORDER } from '../capabilities.js';
import { type Jwk, readKeys } from '../signatures/keys.js';

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const name = z.string().max(255);

const entry = z.looseObject({
  version: date,
  extends: z.union([name, z.array(name).max(20)]).optional(),
  config: z.looseObject({}).optional(),
});

/** The members of a profile that the portal reads. All other members are ignored. */
const form = z.object({
  keys: z.unknown().optional(),
  signing_keys: z.unknown().optional(),
  ucp: z.object({
    version: date,
    capabilities: z.union([z.record(name, z.array(entry).max(20)), z.array(entry.extend({ name })).max(200)]),
  }),
});

/** The parts of a platform's profile that the portal uses. */
export interface PlatformProfile {
  /** YYYY-MM-DD. */
  readonly version: string;
  /** Supported versions of each capability, by its name. */
  readonly capabilities: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys that can verify its signatures. */
  readonly keys: readonly Jwk[];
  /** Unvalidated URLs for order events, by version of the order capability, in the sequence of the profile. */
  readonly orderWebhooks: ReadonlyMap<string, string>;
}

/** @throws PortalError `profile_malformed` */
export function readProfile(body: Buffer): PlatformProfile {
  const parsed = form.safeParse(jsonOf(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { ucp, keys, signing_keys } = parsed.data;
  const { version, capabilities } = ucp;
  return {
    // The name of this member depends on the version, so both are read.
    keys: [...readKeys(keys), ...readKeys(signing_keys)],
    version,
    ...readCapabilities(entriesOf(capabilities)),
  };
}

type Sent = z.output<typeof form>['ucp']['capabilities'];

/** Returns the capabilities with their names. They are a list in 2026-01-11, and a map in later versions. */
function entriesOf(sent: Sent): readonly (z.output<typeof entry> & { readonly name: string })[] {
  if (Array.isArray(sent)) return sent;
  return Object.entries(sent).flatMap(([name, entries]) => entries.map((one) => ({ ...one, name })));
}

function readCapabilities(entries: ReturnType<typeof entriesOf>) {
  const capabilities = new Map<string, Set<string>>();
  const orderWebhooks = new Map<string, string>();
  for (const { name, version, config } of entries) {
    capabilities.set(name, (capabilities.get(name) ?? new Set()).add(version));
    const url = config?.webhook_url;
    if (name === ORDER && typeof url === 'string') orderWebhooks.set(version, url);
  }
  return { capabilities, orderWebhooks };
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseStrictJson(body, { anyNumber: true });
  } catch {
    throw malformed('it is no JSON');
  }
}

function malformed(why: string): PortalError {
  return new PortalError('profile_malformed', `The profile cannot be used: ${why}.`);
}
