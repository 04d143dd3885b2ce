const DAY_MS = 24 * 60 * 60_000;

/** A session ends after this time without a request. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session ends this long after its sign-in. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** Resolution of `last_seen_at`, so that few requests write. */
export const SEEN_RESOLUTION_MS = 5 * 60_000;
/** Time after a sign-in in which actions that move money need no other one. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;

/** A browser in which a person has signed in. */
export interface Session {
  /** Hash of the token in the cookie, made by `hashSecret`. */
  readonly id: string;
  readonly person_id: string;
  /** Accurate to `SEEN_RESOLUTION_MS`. Milliseconds since the epoch, like all times here. */
  readonly last_seen_at: number;
  readonly expires_at: number;
  /** Time of the sign-in. */
  readonly created_at: number;
  readonly version: number;
}

/** Returns a new session, whose version is ignored. */
export function newSession(id: string, person_id: string, now: number): Session {
  return { id, person_id, last_seen_at: now, expires_at: now + SESSION_IDLE_MS, created_at: now, version: 0 };
}

/** Returns the session after a request; the same object if the request need not be recorded. */
export function seeSession(session: Session, now: number): Session {
  if (now - session.last_seen_at < SEEN_RESOLUTION_MS) return session;
  const expires_at = Math.min(now + SESSION_IDLE_MS, session.created_at + SESSION_LIFETIME_MS);
  return { ...session, last_seen_at: now, expires_at };
}

/**
 * True if the session has not ended.
 * @param sessionsFrom `sessions_from` of the person
 */
export function isLive({ created_at, expires_at }: Session, sessionsFrom: number, now: number): boolean {
  return now < expires_at && created_at >= sessionsFrom;
}

/** True if the person has signed in so recently that an action may move money. */
export function isRecentSignIn({ created_at }: Pick<Session, 'created_at'>, now: number): boolean {
  return now - created_at < RECENT_SIGN_IN_MS;
}
