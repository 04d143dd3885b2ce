import { type AccountOwner, type ShopAccount, secretContext, shopAccountKey } from '../domain/payment/shop-account.js';
import type { PaymentAccount, PaymentHandler, Rows, Sealing, StoreReader } from '../ports.js';

/** Values of an account's settings, by name. */
type Settings = PaymentAccount['settings'];

/** Thrown when the shop has removed the account through which a payment was made. */
export class NoAccount extends Error {}

/** True if shops without an account of their own can use the handler. */
export function hasPortalAccount({ account, portalAccount }: PaymentHandler): boolean {
  return account === undefined || portalAccount !== undefined;
}

/** Whose account the next payment of a shop uses; `undefined` if there is none. */
export function findAccountOwner(rows: Rows, handler: PaymentHandler, shopId: string): AccountOwner | undefined {
  if (handler.account && findShopAccount(rows, shopId, handler.description.id)) return 'shop';
  return hasPortalAccount(handler) ? 'portal' : undefined;
}

export function findShopAccount(rows: Rows, shop_id: string, handler_id: string): ShopAccount | undefined {
  return rows.get('payment_account', shopAccountKey({ shop_id, handler_id }));
}

/** Returns the settings of a shop's account without secrets that cannot be decrypted. */
export function unsealSettings(account: ShopAccount, sealing: Sealing): Settings {
  const secrets = Object.entries(account.sealed).map(([name, sealed]) => [
    name,
    sealing.unseal(sealed, secretContext(account, name)),
  ]);
  return { ...account.settings, ...Object.fromEntries(secrets.filter(([, text]) => text !== undefined)) };
}

/**
 * Returns the account that a payment of the shop uses, without its secrets; `undefined` if there is none. `owner`
 * defaults to that of the next payment.
 */
export function publicAccount(
  rows: Rows,
  handler: PaymentHandler,
  shopId: string,
  owner: AccountOwner | undefined = findAccountOwner(rows, handler, shopId),
): PaymentAccount | undefined {
  const found =
    owner === 'shop' ? findShopAccount(rows, shopId, handler.description.id)?.settings : handler.portalAccount;
  return owner && { owner, settings: withoutSecrets(handler, found ?? {}) };
}

/** Reads the accounts at payment providers: those of shops, and those that the operator configured. */
export class PaymentAccounts {
  /** Encrypts the secrets of shops. */
  readonly sealing: Sealing;
  private readonly store: Pick<StoreReader, 'read'>;

  constructor(store: Pick<StoreReader, 'read'>, sealing: Sealing) {
    this.store = store;
    this.sealing = sealing;
  }

  /**
   * Returns an account with its secrets.
   * @throws NoAccount if there is none
   * @throws Error if a secret cannot be decrypted, since the log key was lost
   */
  async open(handler: PaymentHandler, shopId: string, owner: AccountOwner): Promise<PaymentAccount> {
    const { id } = handler.description;
    if (owner === 'portal') {
      if (!hasPortalAccount(handler)) throw new NoAccount(`this portal has no account for the payment handler ${id}`);
      return { owner, settings: handler.portalAccount ?? {} };
    }
    const account = await this.store.read((rows) => findShopAccount(rows, shopId, id));
    if (!account) throw new NoAccount(`the shop ${shopId} has no account for the payment handler ${id}`);
    const settings = unsealSettings(account, this.sealing);
    const lost = Object.keys(account.sealed).find((name) => settings[name] === undefined);
    if (lost !== undefined)
      throw new Error(`the setting ${lost} of the account of the shop ${shopId} cannot be decrypted; set it again`);
    return { owner, settings };
  }

  /**
   * Returns a shop's account with the former secrets of those that were replaced within a day; `undefined` if none was.
   */
  async openFormer(handler: PaymentHandler, shopId: string, now: number): Promise<PaymentAccount | undefined> {
    const account = await this.store.read((rows) => findShopAccount(rows, shopId, handler.description.id));
    const former = Object.entries(account?.replaced ?? {}).filter(([, { expires_at }]) => now < expires_at);
    if (!account || former.length === 0) return undefined;
    const sealed = { ...account.sealed, ...Object.fromEntries(former.map(([name, one]) => [name, one.sealed])) };
    return { owner: 'shop', settings: unsealSettings({ ...account, sealed }, this.sealing) };
  }

  /** Like the function `publicAccount`, outside a read. */
  publicAccount(handler: PaymentHandler, shopId: string, owner?: AccountOwner): Promise<PaymentAccount | undefined> {
    return this.store.read((rows) => publicAccount(rows, handler, shopId, owner));
  }
}

function withoutSecrets({ account = [] }: PaymentHandler, settings: Settings): Settings {
  const shown = new Set(account.filter(({ secret }) => !secret).map(({ name }) => name));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => shown.has(name)));
}
