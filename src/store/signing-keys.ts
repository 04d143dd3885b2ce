import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { signing_key } from '../../db/sqlite/schema.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Page, Position } from '../ports.js';
import { decodeRow } from './aggregates.js';
import { KeysetList, NEWEST, pageOf } from './keyset-list.js';

const placeholder = sql.placeholder;
const organization = eq(signing_key.organization_id, placeholder('organization_id'));

/** How the ids of signing keys are found. */
export class SigningKeys {
  private readonly byFingerprint;
  private readonly active;
  private readonly page;
  private readonly allActive;
  private readonly retiredPage;

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
    this.page = new KeysetList<SigningKey>(db, signing_key, signing_key.organization_id);
    const rows = () =>
      db
        .select({ key: signing_key.key, version: signing_key.version, body: signing_key.body })
        .from(signing_key)
        .$dynamic();
    this.allActive = rows()
      .where(and(organization, eq(signing_key.status, sql`'active'`)))
      .orderBy(asc(signing_key.created_at), asc(signing_key.key))
      .prepare();
    this.retiredPage = rows()
      .where(
        and(
          organization,
          eq(signing_key.status, sql`'retired'`),
          sql`(${signing_key.created_at}, ${signing_key.key}) < (${placeholder('created_at')}, ${placeholder('id')})`,
        ),
      )
      .orderBy(desc(signing_key.created_at), desc(signing_key.key))
      .limit(placeholder('limit'))
      .prepare();
  }

  idOf(organization_id: string, key_fingerprint: string): string | undefined {
    return this.byFingerprint.get({ organization_id, key_fingerprint })?.key;
  }

  activeIdOf(organization_id: string, agentId: string | null): string | undefined {
    return this.active.get({ organization_id, owner: agentId ?? '' })?.key;
  }

  list(organizationId: string, after: Position | undefined, limit: number): Page<SigningKey> {
    return this.page.page(organizationId, after, limit);
  }

  /** Those in use, oldest first. */
  listActive(organization_id: string): readonly SigningKey[] {
    return this.allActive.all({ organization_id }).map((row) => decodeRow<SigningKey>(row));
  }

  /** Newest first. */
  listRetired(organization_id: string, before: Position | undefined, limit: number): Page<SigningKey> {
    const { created_at, id } = before ?? NEWEST;
    const rows = this.retiredPage
      .all({ organization_id, created_at, id, limit: limit + 1 })
      .map((row) => decodeRow<SigningKey>(row));
    return pageOf(rows, limit, (key) => ({ created_at: key.created_at, id: key.id }));
  }
}
