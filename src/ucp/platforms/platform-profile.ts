import { z } from 'zod';
import { PortalError } from '../../domain/errors/portal-error.js';
import { parseStrictJson } from '../../json/strict-json.js';

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const name = z.string().max(255);

const entry = z.looseObject({
  version: date,
  extends: z.union([name, z.array(name).max(20)]).optional(),
  config: z.looseObject({}).optional(),
});

/** What is read of a platform's profile; other members may be of any form. */
const form = z.object({
  ucp: z.object({
    version: date,
    capabilities: z.record(name, z.array(entry).max(20)),
  }),
});

/** A platform's profile, as far as the portal uses it. */
export interface PlatformProfile {
  /** YYYY-MM-DD. */
  readonly version: string;
  /** The versions of each capability that the platform has. */
  readonly capabilities: ReadonlyMap<string, ReadonlySet<string>>;
}

/** @throws PortalError `profile_malformed` */
export function readProfile(body: Buffer): PlatformProfile {
  const parsed = form.safeParse(jsonOf(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { version, capabilities } = parsed.data.ucp;
  return {
    version,
    capabilities: new Map(
      Object.entries(capabilities).map(([one, entries]) => [one, new Set(entries.map((each) => each.version))]),
    ),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseStrictJson(body);
  } catch {
    throw malformed('it is no JSON');
  }
}

function malformed(why: string): PortalError {
  return new PortalError('profile_malformed', `The profile cannot be used: ${why}.`);
}
