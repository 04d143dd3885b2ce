import { and, asc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { signing_key } from '../../db/sqlite/schema.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Page, Position } from '../ports.js';
import { decodeRow } from './aggregates.js';
import { OLDEST, pageOf } from './lists.js';

const placeholder = sql.placeholder;
const organization = eq(signing_key.organization_id, placeholder('organization_id'));

/** How signing keys are found beside their ids. */
export class SigningKeys {
  private readonly byFingerprint;
  private readonly active;
  private readonly page;

  constructor(db: BetterSQLite3Database) {
    const select = () => db.select().from(signing_key).$dynamic();
    this.byFingerprint = select()
      .where(and(organization, eq(signing_key.key_fingerprint, placeholder('key_fingerprint'))))
      .prepare();
    this.active = select()
      .where(
        and(
          organization,
          sql`ifnull(${signing_key.agent_id}, '') = ${placeholder('owner')}`,
          eq(signing_key.status, sql`'active'`),
        ),
      )
      .prepare();
    this.page = select()
      .where(
        and(
          organization,
          sql`(${signing_key.created_at}, ${signing_key.key}) > (${placeholder('created_at')}, ${placeholder('id')})`,
        ),
      )
      .orderBy(asc(signing_key.created_at), asc(signing_key.key))
      .limit(placeholder('limit'))
      .prepare();
  }

  ofFingerprint(organization_id: string, key_fingerprint: string): SigningKey | undefined {
    const row = this.byFingerprint.get({ organization_id, key_fingerprint });
    return row && decodeRow<SigningKey>(row);
  }

  activeOf(organization_id: string, agentId: string | null): SigningKey | undefined {
    const row = this.active.get({ organization_id, owner: agentId ?? '' });
    return row && decodeRow<SigningKey>(row);
  }

  list(organization_id: string, after: Position | undefined, limit: number): Page<SigningKey> {
    const { created_at, id } = after ?? OLDEST;
    const rows = this.page.all({ organization_id, created_at, id, limit: limit + 1 });
    return pageOf(
      rows.map((row) => decodeRow<SigningKey>(row)),
      limit,
      (row) => ({ created_at: row.created_at, id: row.id }),
    );
  }
}
