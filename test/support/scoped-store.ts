import type { Decision, Rows, TableName, Write } from '../../src/ports.js';
import { WrappedStore } from './wrapped-store.js';

/**
 * Holds decisions to their scopes. One of an organization finds no row of another, as if it did not exist, since it does
 * not lock that row; and it must not write one.
 */
export class ScopedStore extends WrappedStore {
  override update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    if (scope === undefined) return super.update(decide);
    return super.update((rows) => {
      const decision = decide(hideForeign(rows, scope));
      for (const write of decision.writes) assertOwn(write, scope);
      return decision;
    }, scope);
  }
}

function hideForeign(rows: Rows, scope: string): Rows {
  return {
    get: (table, key) => {
      const row = rows.get(table, key);
      return isForeign(table, row, scope) ? undefined : row;
    },
    many: (table, keys) => new Map([...rows.many(table, keys)].filter(([, row]) => !isForeign(table, row, scope))),
    counters: (...args) => rows.counters(...args),
    find: (...args) => rows.find(...args),
    expect: (...wanted) => rows.expect(...wanted),
    logHead: (...args) => rows.logHead(...args),
    logHashes: (...args) => rows.logHashes(...args),
    logLeaves: (...args) => rows.logLeaves(...args),
    closedLogs: (...args) => rows.closedLogs(...args),
  };
}

function assertOwn(write: Write, scope: string): void {
  if (write.type === 'put' && isForeign(write.table, write.row, scope))
    throw new Error(`${scope} writes ${write.table} of another`);
}

/**
 * True for a row with another owner. Rows of shops are read and written together with a row that names it. A link code is
 * for other organizations, and is used only once because its version is compared.
 */
function isForeign(table: TableName, row: unknown, scope: string): boolean {
  if (table === 'link_code') return false;
  const owner = typeof row === 'object' && row !== null ? Reflect.get(row, 'organization_id') : undefined;
  return owner !== undefined && owner !== scope;
}
