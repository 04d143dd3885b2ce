import { MAX_PASSKEYS, type Passkey } from '../domain/person/passkey.js';
import { isRecentSignIn } from '../domain/person/session.js';
import type { Rows, Write } from '../ports.js';
import { insertWrite, replaceWrite } from '../ports.js';
import { type Browser, newSessionWrites, SESSION_TOKEN_LENGTH } from './complete.js';
import type { SignInDeps } from './deps.js';
import type { PasskeyPage, RelyingParty } from './passkey-challenge.js';
import { findSession, type OpenSession } from './sessions.js';
import { readPasskeyUse, verifyNewPasskey, verifyPasskeyUse } from './verify-passkey.js';

/** Result of a page's passkey form. */
export interface PasskeyAnswer {
  /** JSON of the credential. */
  readonly credential: string;
  /** Time of the page, in milliseconds since the epoch. */
  readonly at: number;
}

/** A person who is signed in, with the token of the session. */
type PasskeyOwner = Pick<OpenSession, 'person'> & { readonly token: string };

/**
 * Stores a new passkey of a person who has signed in recently. The challenge is bound to the session.
 * @returns false if the answer is not valid, the sign-in is too long ago, or the person has the maximum of passkeys
 */
export async function addPasskey(
  deps: SignInDeps,
  party: RelyingParty,
  owner: PasskeyOwner,
  { credential, at, name }: PasskeyAnswer & { readonly name: string },
): Promise<boolean> {
  const page: PasskeyPage = { purpose: 'create', cookie: owner.token, at };
  const verified = await verifyNewPasskey(deps, party, page, credential);
  if (!verified) return false;
  return changeOwn(deps, owner, (rows, { session, person, now }) => {
    const isFull = rows.find('passkeysOf', person.id).length >= MAX_PASSKEYS;
    if (!isRecentSignIn(session, now) || isFull || rows.get('passkey', verified.id)) return undefined;
    const passkey = { ...verified, person_id: person.id, name, last_used_at: null, created_at: now, version: 0 };
    return insertWrite('passkey', passkey);
  });
}

/**
 * Gives a passkey of the person another name.
 * @returns false if the person has no such passkey
 */
export function renamePasskey(deps: SignInDeps, owner: PasskeyOwner, id: string, name: string): Promise<boolean> {
  return changeOwn(deps, owner, (rows, { person }) => {
    const passkey = findOwn(rows, person.id, id);
    return passkey && replaceWrite('passkey', passkey, { ...passkey, name });
  });
}

/**
 * Removes a passkey of a person who has signed in recently.
 * @returns false if the sign-in is too long ago, or the person has no such passkey
 */
export function removePasskey(deps: SignInDeps, owner: PasskeyOwner, id: string): Promise<boolean> {
  return changeOwn(deps, owner, (rows, { session, person, now }) => {
    const passkey = isRecentSignIn(session, now) ? findOwn(rows, person.id, id) : undefined;
    return passkey && { type: 'remove', table: 'passkey', key: passkey.id };
  });
}

function findOwn(rows: Rows, personId: string, id: string): Passkey | undefined {
  const passkey = rows.get('passkey', id);
  return passkey?.person_id === personId ? passkey : undefined;
}

/** Makes a change provided that the session has not ended. Returns false if there is nothing to change. */
function changeOwn(
  { store, clock }: SignInDeps,
  { person, token }: PasskeyOwner,
  decide: (rows: Rows, open: OpenSession) => Write | undefined,
): Promise<boolean> {
  return store.update((rows) => {
    const open = findSession(rows, token, clock.now());
    const write = open && decide(rows, open);
    return { writes: write ? [write] : [], result: write !== undefined };
  }, person.id);
}

/** The browser that uses a passkey. */
type PasskeyBrowser = Browser & { readonly browser: string };

/**
 * Signs a browser in by a passkey. With `only`, it must be one of the person with this id, who confirms that it is them.
 * @returns the token of the new session; `undefined` if the passkey is not valid
 */
export async function completeByPasskey(
  deps: SignInDeps,
  party: RelyingParty,
  by: PasskeyBrowser,
  { credential, at, only }: PasskeyAnswer & { readonly only: string | undefined },
): Promise<string | undefined> {
  const { store, ids, clock } = deps;
  const sent = readPasskeyUse(credential);
  const known = sent && (await store.read((rows) => rows.get('passkey', sent.id)));
  if (!known || (only !== undefined && known.person_id !== only)) return undefined;
  const counter = await verifyPasskeyUse(deps, party, { purpose: 'use', cookie: by.browser, at }, { sent, known });
  if (counter === undefined) return undefined;
  const token = ids.secret(SESSION_TOKEN_LENGTH);
  return store.update((rows) => {
    const passkey = rows.get('passkey', known.id);
    const person = passkey && rows.get('person', passkey.person_id);
    if (!person || person.email === '' || !isNewUse(passkey, counter, at)) return { writes: [], result: undefined };
    const used = replaceWrite('passkey', passkey, { ...passkey, counter, last_used_at: at });
    const session = newSessionWrites(person, { token, replaced: by.session }, clock.now());
    return { writes: [used, ...session], result: token };
  }, known.person_id);
}

/**
 * True unless this signature, or a later one, was used before. Authenticators that synchronize do not count, so the time
 * of the page decides too.
 */
function isNewUse({ counter, last_used_at }: Passkey, used: number, at: number): boolean {
  const counts = used > 0 || counter > 0;
  return (last_used_at === null || at > last_used_at) && (!counts || used > counter);
}
