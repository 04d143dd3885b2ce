import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { signing_key } from '../../../../db/sqlite/schema.js';

const placeholder = sql.placeholder;
const organization = eq(signing_key.organization_id, placeholder('organization_id'));

/** How the ids of signing keys are found. */
export class SigningKeys {
  private readonly byFingerprint;
  private readonly active;

  constructor(db: BetterSQLite3Database) {
    const select = () => db.select({ key: signing_key.key }).from(signing_key).$dynamic();
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
  }

  idOf(organization_id: string, key_fingerprint: string): string | undefined {
    return this.byFingerprint.get({ organization_id, key_fingerprint })?.key;
  }

  activeIdOf(organization_id: string, agentId: string | null): string | undefined {
    return this.active.get({ organization_id, owner: agentId ?? '' })?.key;
  }
}
