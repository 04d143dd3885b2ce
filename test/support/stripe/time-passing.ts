import { endIntent } from './intents.js';
import { expireSession } from './sessions.js';
import type { State } from './state.js';

/** Does what Stripe does by itself as time passes: releases expired authorizations and ends sessions. */
export function passTime(state: State): void {
  const now = state.now();
  for (const intent of state.intents.values()) {
    if (intent.status !== 'requires_capture') continue;
    const before =
      state.charge(intent.latest_charge).payment_method_details.card?.capture_before ?? Number.POSITIVE_INFINITY;
    if (before <= now) endIntent(state, intent, 'automatic', 'expired_uncaptured_charge');
  }
  for (const session of state.sessions.values())
    if (session.status === 'open' && session.expires_at <= now) expireSession(state, session);
}
