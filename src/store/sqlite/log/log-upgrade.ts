import type { Database } from 'better-sqlite3';
import { sameBytes } from '../../../attestation/bytes.js';
import { CONTEXT_HASH } from '../../../attestation/context-hash.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import type { SigningKey } from '../../../domain/signing-key/signing-key.js';
import type { Agent } from '../../../domain/tenant/tenant.js';
import { decodeRow } from '../../decode-row.js';
import type { Log } from '../../log/log.js';
import { splitPeaks } from '../../log/log-head.js';
import { buildFoundAgentEntry, buildFoundKeyEntry, type EntryDraft } from '../../log/row-entries.js';
import { readReceipts } from './logged-receipts.js';
import type { StoredLog } from './stored-log.js';

interface EarlierHead {
  readonly organization_id: string;
  readonly size: number;
  readonly peaks: Buffer;
  readonly mac: Buffer;
}

/**
 * Upgrades logs of an earlier version: receipts get the id of their order and a MAC over their whole row, and existing
 * agents and keys get entries of the types `agent_found` and `key_found`. A head or receipt whose earlier MAC is
 * invalid is left unchanged, so that an audit reports it.
 */
export function upgradeLogs(database: Database, log: Log, stored: StoredLog): void {
  const earlier = database.prepare<[], EarlierHead>(
    "SELECT organization_id, size, peaks, mac FROM log_head WHERE organization_id > '' AND epoch = 0",
  );
  if (earlier.all().length === 0) return;
  database
    .transaction(() => {
      for (const { organization_id, size, peaks, mac } of earlier.all()) {
        const coverage = { covers_rows: false, covers_grants: false };
        const head = { epoch: 0, size, peaks: splitPeaks(peaks), mac, received_at: 0, ...coverage };
        if (!log.isEarlier(organization_id, head)) continue;
        upgradeReceipts(database, log, organization_id);
        stored.putHead(organization_id, { ...head, epoch: 1 });
        enterFound(database, stored, organization_id);
      }
    })
    .immediate();
}

/** Appends entries for the existing agents and keys of an organization. */
export function enterFound(database: Database, stored: StoredLog, organizationId: string): void {
  const now = Date.now();
  const rows = (table: 'agent' | 'signing_key') =>
    database
      .prepare<[string], { version: number; body: string }>(
        `SELECT version, body FROM ${table} WHERE organization_id = ? ORDER BY created_at, key`,
      )
      .all(organizationId);
  const agents = rows('agent').map((row): Agent => decodeRow('agent', row));
  const keys = rows('signing_key').map((row): SigningKey => decodeRow('signing_key', row));
  const found: readonly EntryDraft[] = [
    ...agents.map((agent) => buildFoundAgentEntry(agent, now)),
    ...keys.map((key) => buildFoundKeyEntry(key, now)),
  ];
  for (const entry of found) stored.appendHiding(organizationId, entry);
  stored.writeTrees();
}

function upgradeReceipts(database: Database, log: Log, organizationId: string): void {
  const orderOf = database
    .prepare<[string, string], string>(
      `SELECT key FROM "order" WHERE context_hash = ? AND body ->> 'organization_id' = ?`,
    )
    .pluck();
  const write = database.prepare('UPDATE receipt SET mac = ?, order_id = ? WHERE id = ?');
  for (const row of readReceipts(database, organizationId)) {
    if (!sameBytes(row.mac, log.earlierReceiptMac(row))) continue;
    const hash = contextHashIn(row);
    const order_id = hash === undefined ? null : (orderOf.get(hash, organizationId) ?? null);
    write.run(Buffer.from(log.receiptMac({ ...row, order_id })), order_id, row.id);
  }
}

/**
 * Reads the receipt's context_hash; `undefined` if it does not have the form of an order's context hash, or the bytes
 * are not a receipt.
 */
function contextHashIn({ signed_bytes }: AcceptedReceipt): string | undefined {
  try {
    const { context_hash } = JSON.parse(Buffer.from(signed_bytes).toString());
    return typeof context_hash === 'string' && CONTEXT_HASH.test(context_hash) ? context_hash : undefined;
  } catch {
    return undefined;
  }
}
