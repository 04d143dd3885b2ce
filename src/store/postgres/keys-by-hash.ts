import type { ApiKey } from '../../domain/tenant/tenant.js';
import type { Connections } from './connection/connections.js';
import { SILENCE_TIMEOUT_MS } from './connection/transaction.js';
import { retryWhileDisconnected } from './reads.js';
import { cacheRow } from './rows/cached-rows.js';
import { TurnBatcher } from './turn-batcher.js';

const BY_HASH = 'SELECT key, hash, version, body FROM api_key WHERE hash = ANY($1)';

interface KeyRow {
  readonly key: string;
  readonly hash: string;
  readonly version: number;
  readonly body: string;
}

interface PendingLookup {
  readonly hash: string;
  readonly resolve: (key: ApiKey | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Finds API keys by hash. Lookups made in one turn of the event loop share a statement, which needs no transaction. */
export class KeysByHash {
  private readonly connections: Connections;
  private readonly gathered = new TurnBatcher<PendingLookup>((asked) => this.answerAll(asked));

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** @throws PostgresFault if no connection is available for some seconds */
  find(hash: string): Promise<ApiKey | undefined> {
    return new Promise((resolve, reject) => this.gathered.add({ hash, resolve, reject }));
  }

  private async answerAll(asked: readonly PendingLookup[]): Promise<void> {
    try {
      const hashes = [...new Set(asked.map(({ hash }) => hash))].sort();
      const rows = await retryWhileDisconnected(() =>
        this.connections.use((session) => session.query<KeyRow>(BY_HASH, [hashes]), SILENCE_TIMEOUT_MS),
      );
      const found = new Map(rows.map((row) => [row.hash, cacheRow('api_key', row.key, row)]));
      for (const { hash, resolve } of asked) resolve(found.get(hash));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
