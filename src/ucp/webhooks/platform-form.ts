import type { Form, Prepared } from '../../delivery/forms.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { UcpForm } from '../../domain/webhook/delivery.js';
import { type PlatformReceiver, platformReceiver } from '../../domain/webhook/platform-receiver.js';
import { MAX_WEBHOOK_URL } from '../../domain/webhook/webhook.js';
import { publicUrl } from '../../outbound/public-url.js';
import type { PlatformProfile } from '../platforms/platform-profile.js';
import { type ProfileRules, profileUrl } from '../platforms/profile-url.js';
import type { Profiles } from '../platforms/profiles.js';
import { detachedJws } from '../signatures/detached-jws.js';
import { type Signer, signedPost } from '../signatures/sign.js';
import { profilePath } from '../site/published.js';
import type { Site } from '../site/site.js';
import type { Sites } from '../site/sites.js';
import { VERSIONS } from '../versions/index.js';
import { webhookId } from './webhook-id.js';

interface PlatformFormDeps extends ProfileRules {
  readonly sites: Pick<Sites, 'of'>;
  readonly profiles: Pick<Profiles, 'get' | 'again'>;
}

/**
 * Form of events for the platform that placed the order. They are signed and sent to the URL in its current profile.
 */
export function platformForm(deps: PlatformFormDeps): Form<UcpForm> {
  return {
    readOf(deliveries) {
      const ids = deliveries.flatMap(({ receiver }) => platformReceiver(receiver)?.deployment_id ?? []);
      return [['many', 'deployment', [...new Set(ids)]]];
    },
    sender(rows, { receiver, form, event_id, payload, attempts, resends }) {
      const told = platformReceiver(receiver);
      const deployment = told && rows.get('deployment', told.deployment_id);
      const site = deployment && deps.sites.of(deployment);
      if (!told || !site?.accepts(told.profile)) return 'not_active';
      const message = { form, event_id, body: Buffer.from(payload) };
      const isAgain = attempts > 0 || resends !== undefined;
      return (now) => prepared(deps, site, told, message, isAgain, now);
    },
    followUpWrites: () => [],
  };
}

interface Told {
  readonly form: UcpForm;
  readonly event_id: string;
  readonly body: Buffer;
}

async function prepared(
  deps: PlatformFormDeps,
  site: Site,
  { profile: text }: PlatformReceiver,
  told: Told,
  isAgain: boolean,
  now: number,
): Promise<Prepared> {
  const signer = signerAt(site);
  if (!signer) return 'unsealable';
  const profile = await profileAt(deps, text, isAgain);
  if (typeof profile === 'string') return profile;
  const named = webhookUrl(profile, told.form.version);
  if (named === undefined) return 'not_active';
  const url = publicUrl(named, MAX_WEBHOOK_URL, deps);
  if (!(url instanceof URL)) return 'not_public';
  return { url, message: { headers: headersOf(signer, site, url, told, now), body: told.body } };
}

/** Returns the signer; `undefined` if there is no key, or the key was sealed by another database. */
function signerAt(site: Site): Signer | undefined {
  try {
    return site.signer();
  } catch {
    return undefined;
  }
}

/** Reads the platform's profile. Later attempts refetch it, since its URL for events may have changed. */
async function profileAt(
  { profiles, local }: PlatformFormDeps,
  text: string,
  isAgain: boolean,
): Promise<PlatformProfile | 'not_public' | 'unreachable'> {
  try {
    const url = profileUrl(text, { local });
    return await (isAgain ? profiles.again(url) : profiles.get(url));
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return error.code === 'invalid_profile_url' ? 'not_public' : 'unreachable';
  }
}

/**
 * Returns the URL for the agreed version or, if the profile no longer has that version, for the last one that it has.
 */
function webhookUrl({ orderWebhooks }: PlatformProfile, version: string): string | undefined {
  return orderWebhooks.get(version) ?? [...orderWebhooks.values()].at(-1);
}

/** Headers of one attempt. The event's time is the same for all attempts; the signature has the time of the attempt. */
function headersOf(signer: Signer, site: Site, url: URL, { form, event_id, body }: Told, now: number) {
  const isEarly = VERSIONS.some(({ date, isEarly }) => date === form.version && isEarly);
  const headers = {
    'content-type': 'application/json',
    'ucp-agent': `profile="${site.base}${profilePath()}"`,
    'webhook-id': webhookId(event_id),
    'webhook-timestamp': String(Math.floor(form.occurred_at / 1000)),
    ...(isEarly && { 'request-signature': detachedJws(signer, body) }),
  };
  return signedPost(signer, { url, headers, body }, now);
}
