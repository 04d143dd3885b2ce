import type { Person } from '../domain/person/person.js';
import { newSession } from '../domain/person/session.js';
import { codeOf, hashCode, isOpen, type SignIn } from '../domain/person/sign-in.js';
import { hashSecret, isSameSecret } from '../domain/values/secret.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';
import type { SignInDeps } from './deps.js';

/** Characters of the token in a session's cookie. */
export const SESSION_TOKEN_LENGTH = 43;

/** Outcome of a link or a code. */
export type Completed =
  | { readonly kind: 'signed_in'; readonly token: string; readonly returnTo: string }
  /** The link was opened in another browser than the one that began the attempt. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'wrong_code' }
  /** The attempt is unknown, was used, has expired, or had too many wrong codes. */
  | { readonly kind: 'ended' };

/** The browser that sends a link or a code. */
export interface Browser {
  /** Value of the browser's cookie; `undefined` if it has none. */
  readonly browser: string | undefined;
  /** Token of the browser's present session, which the new one replaces. */
  readonly session: string | undefined;
}

/** Signs a browser in by the token of a link, provided that it began the attempt. */
export function completeByLink(deps: SignInDeps, id: string, token: string, by: Browser): Promise<Completed> {
  return complete(deps, id, by, (attempt, isOwn) => {
    if (!isSameSecret(attempt.token_hash, hashSecret(token))) return { kind: 'ended' };
    return isOwn ? 'signed_in' : { kind: 'code', code: codeOf(token) };
  });
}

/** Signs a browser in by a code, provided that it began the attempt. Counts wrong codes. */
export function completeByCode(deps: SignInDeps, id: string, code: string, by: Browser): Promise<Completed> {
  const secret = deps.store.secret('people');
  return complete(deps, id, by, (attempt, isOwn) => {
    if (!isOwn) return { kind: 'ended' };
    return isSameSecret(attempt.code_hash, hashCode(secret, id, code)) ? 'signed_in' : { kind: 'wrong_code' };
  });
}

type Judge = (attempt: SignIn, isOwn: boolean) => 'signed_in' | Completed;

async function complete(deps: SignInDeps, id: string, by: Browser, judge: Judge): Promise<Completed> {
  const { store, ids, clock } = deps;
  const token = ids.secret(SESSION_TOKEN_LENGTH);
  const person = await store.read((rows) => rows.get('sign_in', id)?.person_id);
  if (person === undefined) return { kind: 'ended' };
  return store.update((rows) => {
    const now = clock.now();
    const attempt = rows.get('sign_in', id);
    if (!attempt || !isOpen(attempt, now)) return { writes: [], result: { kind: 'ended' } };
    const isOwn = by.browser !== undefined && isSameSecret(attempt.browser_hash, hashSecret(by.browser));
    const judged = judge(attempt, isOwn);
    if (judged !== 'signed_in') {
      const isWrong = judged.kind === 'wrong_code';
      const counted = replaceWrite('sign_in', attempt, { ...attempt, wrong_codes: attempt.wrong_codes + 1 });
      return { writes: isWrong ? [counted] : [], result: judged };
    }
    const writes = signInWrites(rows, attempt, { token, replaced: by.session }, now);
    return { writes, result: { kind: 'signed_in', token, returnTo: attempt.return_to } };
  }, person);
}

/** Tokens of a new session, and of the browser's present one. */
interface SessionTokens {
  readonly token: string;
  readonly replaced: string | undefined;
}

/** Builds the writes of a successful sign-in by mail. */
function signInWrites(rows: Rows, attempt: SignIn, tokens: SessionTokens, now: number): Write[] {
  const { person_id, email } = attempt;
  const known = rows.get('person', person_id);
  const person = { id: person_id, email, sessions_from: 0, created_at: now, updated_at: now, version: 0 };
  return [
    replaceWrite('sign_in', attempt, { ...attempt, used_at: now }),
    ...personWrites(known, person),
    ...newSessionWrites(known ?? person, tokens, now),
  ];
}

/** Builds the writes of a session. It is always a new one, so nobody can have fixed its token. */
export function newSessionWrites(
  { id, sessions_from }: Pick<Person, 'id' | 'sessions_from'>,
  { token, replaced }: SessionTokens,
  now: number,
): Write[] {
  return [
    ...(replaced === undefined ? [] : [removeSession(replaced)]),
    // All earlier sessions may have been ended in this very millisecond.
    insertWrite('session', newSession(hashSecret(token), id, Math.max(now, sessions_from))),
  ];
}

/** Stores a new person, or the address of one that was erased. */
function personWrites(known: Person | undefined, person: Person): Write[] {
  if (!known) return [insertWrite('person', person)];
  const { email, updated_at } = person;
  return known.email === email ? [] : [replaceWrite('person', known, { ...known, email, updated_at })];
}

/** Builds the removal of the session with this token, whether or not it exists. */
export function removeSession(token: string): Write {
  return { type: 'remove', table: 'session', key: hashSecret(token) };
}
