/** Time in which a replaced secret still verifies events, as long as that of webhooks still signs. Milliseconds. */
const SECRET_GRACE_MS = 24 * 60 * 60 * 1000;

/** Whose account at the provider a payment uses: the shop's own, or the one that the operator configured. */
export const ACCOUNT_OWNERS = ['shop', 'portal'] as const;
export type AccountOwner = (typeof ACCOUNT_OWNERS)[number];

/** A secret that another one has replaced. */
interface ReplacedSecret {
  readonly sealed: string;
  /** Instant from which the secret is no longer used, in milliseconds since the epoch. */
  readonly expires_at: number;
}

/** A shop's own account with the provider of a payment handler. */
export interface ShopAccount {
  readonly organization_id: string;
  readonly shop_id: string;
  readonly handler_id: string;
  /** Values that are not secret, by the names of the handler's settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** Secrets by the names of the handler's settings, encrypted with a key that is not in the database. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Former secrets, with which events of the provider are still verified for a day. */
  readonly replaced: Readonly<Record<string, ReplacedSecret>>;
  /** True if no money moves through the account. */
  readonly test: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Key of a shop's account in the store. */
export function shopAccountKey({ shop_id, handler_id }: Pick<ShopAccount, 'shop_id' | 'handler_id'>): string {
  return `${shop_id}/${handler_id}`;
}

/** Context to which a secret of an account is sealed, so that it cannot be used as another one. */
export function secretContext(account: Pick<ShopAccount, 'shop_id' | 'handler_id'>, name: string): string {
  return `${shopAccountKey(account)}/${name}`;
}

/** Returns the former secrets of an account that gets new ones. A secret that is removed ends at once. */
export function replacedSecrets(
  before: ShopAccount,
  sealed: ShopAccount['sealed'],
  now: number,
): ShopAccount['replaced'] {
  const replaced = Object.entries(before.sealed)
    .filter(([name, text]) => sealed[name] !== text)
    .map(([name, text]) => [name, { sealed: text, expires_at: now + SECRET_GRACE_MS }] as const);
  const kept = [...Object.entries(before.replaced), ...replaced].filter(
    ([name, { expires_at }]) => sealed[name] !== undefined && now < expires_at,
  );
  return Object.fromEntries(kept);
}
