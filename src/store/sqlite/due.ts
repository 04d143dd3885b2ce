import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { checkout, idempotency, link_code, order } from '../../../db/sqlite/schema.js';

const placeholder = sql.placeholder;

/** What the portal's own maintenance has to look at; each list by keys, served by an index. */
export class Due {
  private readonly openPayments;
  private readonly openMoney;
  private readonly expiredCarts;
  private readonly erasable;
  private readonly oldAnswers;
  private readonly linkCodes;

  constructor(db: BetterSQLite3Database) {
    const keys = () => db.select({ key: checkout.key }).from(checkout).$dynamic();
    const limit = placeholder('limit');
    this.openPayments = keys()
      .where(and(eq(checkout.state, sql`'paying'`), lt(checkout.payment_started_at, placeholder('before'))))
      .orderBy(asc(checkout.payment_started_at), asc(checkout.key))
      .limit(limit)
      .prepare();
    this.openMoney = db
      .select({ key: order.key })
      .from(order)
      .where(lt(order.money_since, placeholder('before')))
      .orderBy(asc(order.money_since), asc(order.key))
      .limit(limit)
      .prepare();
    // By the index of current carts: one by expiry would have to be written at every change of a cart.
    this.expiredCarts = keys()
      .where(
        and(
          sql`${checkout.state} IN ('open', 'paying')`,
          eq(checkout.state, sql`'open'`),
          lte(checkout.expires_at, placeholder('at')),
        ),
      )
      .limit(limit)
      .prepare();
    this.erasable = keys()
      .where(lte(checkout.ended_at, placeholder('at')))
      .orderBy(asc(checkout.ended_at), asc(checkout.key))
      .limit(limit)
      .prepare();
    this.oldAnswers = db
      .select({ key: idempotency.key })
      .from(idempotency)
      .where(lte(idempotency.created_at, placeholder('at')))
      .orderBy(asc(idempotency.created_at), asc(idempotency.key))
      .limit(limit)
      .prepare();
    this.linkCodes = db
      .select({ key: link_code.key })
      .from(link_code)
      .where(lte(link_code.expires_at, placeholder('at')))
      .orderBy(asc(link_code.expires_at), asc(link_code.key))
      .limit(limit)
      .prepare();
  }

  listOpenPayments(before: number, limit: number): string[] {
    return this.openPayments.all({ before, limit }).map((row) => row.key);
  }

  listOpenMoney(before: number, limit: number): string[] {
    return this.openMoney.all({ before, limit }).map((row) => row.key);
  }

  listExpiredCarts(at: number, limit: number): string[] {
    return this.expiredCarts.all({ at, limit }).map((row) => row.key);
  }

  listErasableCheckouts(at: number, limit: number): string[] {
    return this.erasable.all({ at, limit }).map((row) => row.key);
  }

  listOldAnswers(at: number, limit: number): string[] {
    return this.oldAnswers.all({ at, limit }).map((row) => row.key);
  }

  listExpiredLinkCodes(at: number, limit: number): string[] {
    return this.linkCodes.all({ at, limit }).map((row) => row.key);
  }
}
