import { PortalError } from '../domain/errors/portal-error.js';
import { personId } from '../domain/person/person.js';
import {
  codeOf,
  hashCode,
  MAX_RECENT_SIGN_INS,
  MAX_SIGN_INS,
  SIGN_IN_LIFETIME_MS,
  SIGN_IN_RETENTION_MS,
  type SignIn,
} from '../domain/person/sign-in.js';
import type { Shop } from '../domain/shop/shop.js';
import { addressOf } from '../domain/values/email.js';
import { hashSecret } from '../domain/values/secret.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { enqueueDeliveries } from '../outbox/enqueue.js';
import { signInDelivery } from '../outbox/sign-in-notice.js';
import { insertWrite, type Rows, type Write } from '../ports.js';
import type { SignInDeps } from './deps.js';

/** Characters of the token in a link; each has almost 6 random bits. */
const TOKEN_LENGTH = 43;

interface Request {
  readonly email: string;
  /** Shop in whose account a buyer signs in; `undefined` at the desk. */
  readonly shop: Shop | undefined;
  /** Value of the browser's cookie. */
  readonly browser: string;
  readonly returnTo: string;
  /** `Accept-Language` of the browser. */
  readonly acceptLanguage: string | undefined;
}

/**
 * Begins an attempt to sign in, and sends its link and code. At the desk, only the addresses of staff get a mail. The
 * work for unknown addresses is the same, except for the mail, and so is the answer, so that nobody learns which ones
 * are known. In the account of a shop every address gets one.
 * @returns the id of the attempt
 * @throws PortalError `rate_limited` after too many attempts for the address
 */
export async function beginSignIn(deps: SignInDeps, request: Request) {
  const { store, ids, clock, mailSecret } = deps;
  const { browser, returnTo, acceptLanguage } = request;
  const address = addressOf(request.email);
  const secret = store.secret('people');
  const person = personId(secret, address);
  const [id, token] = [ids.next('sgn'), ids.secret(TOKEN_LENGTH)];
  const sealed = store.sealing.seal(token, id);
  const now = clock.now();
  const attempt: SignIn = {
    ...{ id, person_id: person, email: address, return_to: returnTo, wrong_codes: 0, used_at: null },
    ...{ token_hash: hashSecret(token), code_hash: hashCode(secret, id, codeOf(token)) },
    ...{ browser_hash: hashSecret(browser), expires_at: now + SIGN_IN_LIFETIME_MS, created_at: now, version: 0 },
    ...(request.shop && { account_shop: request.shop.id }),
  };
  const shop = request.shop ?? (await store.read((rows) => findShop(rows, person)));
  await store.update((rows) => {
    assertBelowLimits(rows, person, now);
    const content = { to: address, sealed, acceptLanguage };
    const deliveries: NewDelivery[] =
      shop && mailSecret ? [signInDelivery(shop, attempt, content, { ids, secret: mailSecret })] : [];
    const writes: Write[] = [insertWrite('sign_in', attempt), ...enqueueDeliveries(rows, deliveries, now).writes];
    return { writes, result: undefined };
  }, shop?.organization_id ?? person);
  return id;
}

/** Finds a shop of the person's staff roles, in whose name the mail is sent. */
function findShop(rows: Rows, person: string): Shop | undefined {
  for (const { organization_id, shops } of rows.find('rolesOf', person)) {
    const id = shops?.[0] ?? rows.find('firstShop', organization_id);
    const shop = id === undefined ? undefined : rows.get('shop', id);
    if (shop) return shop;
  }
  return undefined;
}

/** @throws PortalError `rate_limited` */
function assertBelowLimits(rows: Rows, person: string, now: number): void {
  const isOver =
    rows.find('countSignIns', person, now - SIGN_IN_LIFETIME_MS) >= MAX_RECENT_SIGN_INS ||
    rows.find('countSignIns', person, now - SIGN_IN_RETENTION_MS) >= MAX_SIGN_INS;
  if (isOver)
    throw new PortalError(
      'rate_limited',
      'Too many attempts to sign in with this address; wait 15 minutes.',
      SIGN_IN_LIFETIME_MS / 1000,
    );
}
