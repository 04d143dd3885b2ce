import type { FoundKey } from '../../ports.js';
import type { Connections } from './connection/connections.js';
import { SILENCE_TIMEOUT_MS } from './connection/transaction.js';
import { retryWhileDisconnected } from './reads.js';
import { cacheRow } from './rows/cached-rows.js';
import { TurnBatcher } from './turn-batcher.js';

const BY_HASH = `
  SELECT api_key.hash, api_key.key, api_key.version, api_key.body,
    deployment.key AS deployment, deployment.version AS deployment_version, deployment.body AS deployment_body
  FROM api_key LEFT JOIN deployment ON deployment.key = api_key.deployment_id WHERE api_key.hash = ANY($1)`;

interface KeyRow {
  readonly hash: string;
  readonly key: string;
  readonly version: number;
  readonly body: string;
  readonly deployment: string | null;
  readonly deployment_version: number;
  readonly deployment_body: string;
}

interface PendingLookup {
  readonly hash: string;
  readonly resolve: (key: FoundKey | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Finds API keys by hash, with their deployments. Lookups made in one turn of the event loop share a statement, which
 * needs no transaction.
 */
export class KeysByHash {
  private readonly connections: Connections;
  private readonly gathered = new TurnBatcher<PendingLookup>((asked) => this.answerAll(asked));

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** @throws PostgresFault if no connection is available for some seconds */
  find(hash: string): Promise<FoundKey | undefined> {
    return new Promise((resolve, reject) => this.gathered.add({ hash, resolve, reject }));
  }

  private async answerAll(asked: readonly PendingLookup[]): Promise<void> {
    try {
      const hashes = [...new Set(asked.map(({ hash }) => hash))].sort();
      const rows = await retryWhileDisconnected(() =>
        this.connections.use((session) => session.query<KeyRow>(BY_HASH, [hashes]), SILENCE_TIMEOUT_MS),
      );
      const found = new Map(rows.map((row) => [row.hash, toFoundKey(row)]));
      for (const { hash, resolve } of asked) resolve(found.get(hash));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

function toFoundKey(row: KeyRow): FoundKey {
  const { deployment, deployment_version: version, deployment_body: body } = row;
  return {
    key: cacheRow('api_key', row.key, row),
    deployment: deployment === null ? null : cacheRow('deployment', deployment, { version, body }),
  };
}
