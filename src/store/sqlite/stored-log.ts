import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { HashAt, NodePosition } from '../../attestation/merkle.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { Log, LogGrowth } from '../log/log.js';
import type { LogHead } from '../log/log-head.js';
import { LogRows } from './log-rows.js';

/** The logs of the organizations, by the rules of `log/` on the rows of this connection. */
export class StoredLog {
  private readonly log: Log;
  private readonly rows: LogRows;

  constructor(db: BetterSQLite3Database, log: Log) {
    this.log = log;
    this.rows = new LogRows(db);
  }

  /** Writes the head of an empty log, unless there is one. */
  begin(organizationId: string): void {
    if (!this.rows.head(organizationId)) this.rows.putHead(organizationId, this.log.begun(organizationId));
  }

  /** @throws Error when it was changed */
  head(organizationId: string): LogHead {
    return this.log.trusted(organizationId, this.rows.head(organizationId));
  }

  /**
   * Appends the leaf of a receipt; answers the receipt as it must be stored.
   * @throws Error when the head was changed
   */
  append(receipt: CheckedReceipt): LogGrowth {
    const { organization_id } = receipt;
    const growth = this.log.grown(this.rows.head(organization_id), receipt);
    this.rows.addNodes(organization_id, growth.nodes);
    this.rows.putHead(organization_id, growth.head);
    return growth;
  }

  /** @throws Error when one of them is missing */
  hashes(organizationId: string, wanted: readonly NodePosition[]): HashAt {
    const stored = this.rows.hashes(organizationId, wanted);
    const hashAt = (level: number, position: number) => {
      const hash = stored({ level, position });
      if (!hash) throw new Error(`the log of ${organizationId} has no node ${level}/${position}`);
      return hash;
    };
    for (const { level, position } of wanted) hashAt(level, position);
    return hashAt;
  }
}
