import type { Decision, Rows, TableName, Tables, Write } from '../../src/ports.js';
import { ownerOf, ownerOfRow } from '../../src/records/owner.js';
import { WrappedStore } from './wrapped-store.js';

/**
 * Holds decisions to their scopes. One of an organization finds no row of another, as if it did not exist, since it does
 * not lock that row; and it must not write one. A row belongs to the organization that it names, or to that of its shop.
 * This does not check what lookups find, which counters are read, nor the bytes of stored responses.
 */
export class ScopedStore extends WrappedStore {
  override update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    if (scope === undefined) return super.update(decide);
    return super.update((rows) => {
      const decision = decide(hideForeign(rows, scope));
      for (const write of decision.writes) assertOwn(rows, write, scope);
      return decision;
    }, scope);
  }
}

function hideForeign(rows: Rows, scope: string): Rows {
  return {
    get: (table, key) => {
      const row = rows.get(table, key);
      return row && isForeign(rows, table, row, scope) ? undefined : row;
    },
    many: (table, keys) =>
      new Map([...rows.many(table, keys)].filter(([, row]) => !isForeign(rows, table, row, scope))),
    counters: (...args) => rows.counters(...args),
    find: (...args) => rows.find(...args),
    expect: (...wanted) => rows.expect(...wanted),
    usesHints: rows.usesHints,
    logHead: (...args) => rows.logHead(...args),
    logHashes: (...args) => rows.logHashes(...args),
    logLeaves: (...args) => rows.logLeaves(...args),
    pendingEntries: (...args) => rows.pendingEntries(...args),
    closedLogs: (...args) => rows.closedLogs(...args),
  };
}

function isForeign(rows: Rows, table: TableName, row: Tables[TableName], scope: string): boolean {
  const owner = isForOthers(table) ? undefined : ownerOfRow(rows, table, row);
  return owner !== undefined && owner !== scope;
}

/** A link code is for other organizations. It is used only once because its version is compared. */
function isForOthers(table: TableName): boolean {
  return table === 'link_code';
}

/** @throws Error if the write changes something of another organization */
function assertOwn(rows: Rows, write: Write, scope: string): void {
  const owner = ownerOfWrite(rows, write);
  if (owner !== undefined && owner !== scope) throw new Error(`${scope} makes a write of ${owner}: ${write.type}`);
}

function ownerOfWrite(rows: Rows, write: Write): string | undefined {
  switch (write.type) {
    case 'put':
      return isForOthers(write.table) ? undefined : ownerOfRow(rows, write.table, write.row);
    case 'remove':
      return ownerOf(rows, write.table, write.key);
    case 'receipt':
      return write.receipt.organization_id;
    case 'log_renaming':
    case 'log_entry':
    case 'log_sequencing':
    case 'log_completion':
    case 'log_salts_removal':
      return write.organization_id;
    case 'audit':
      return write.event.organization_id;
    case 'index':
      return ownerOfShop(rows, write.item);
    case 'move_stock':
    case 'set_stock':
      return ownerOfShop(rows, write.key);
    default:
      return write.counter === 'answer_bytes' ? undefined : ownerOfShop(rows, write.key);
  }
}

/** `key`: the id of a shop, or a key that begins with it and a slash. */
function ownerOfShop(rows: Rows, key: string): string | undefined {
  const [shopId = ''] = key.split('/');
  return ownerOf(rows, 'shop', shopId);
}
