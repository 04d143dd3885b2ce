import type { FoundKey, FoundToken } from '../../ports.js';
import type { Connections } from './connection/connections.js';
import { SILENCE_TIMEOUT_MS } from './connection/transaction.js';
import { retryWhileDisconnected } from './reads.js';
import { cacheRow } from './rows/cached-rows.js';
import { TurnBatcher } from './turn-batcher.js';

const BY_HASH = `
  SELECT api_key.hash, api_key.key, api_key.version, api_key.body,
    deployment.key AS deployment, deployment.version AS deployment_version, deployment.body AS deployment_body
  FROM api_key LEFT JOIN deployment ON deployment.key = api_key.deployment_id WHERE api_key.hash = ANY($1)`;

const BY_TOKEN = `
  SELECT oauth_token.key AS hash, oauth_token.expires_at, api_key.key, api_key.version, api_key.body,
    deployment.key AS deployment, deployment.version AS deployment_version, deployment.body AS deployment_body
  FROM oauth_token JOIN api_key ON api_key.key = oauth_token.grant_id
  LEFT JOIN deployment ON deployment.key = api_key.deployment_id
  WHERE oauth_token.key = ANY($1) AND oauth_token.body::json ->> 'kind' = 'access'`;

interface KeyRow {
  readonly hash: string;
  readonly key: string;
  readonly version: number;
  readonly body: string;
  readonly deployment: string | null;
  readonly deployment_version: number;
  readonly deployment_body: string;
}

interface TokenRow extends KeyRow {
  readonly expires_at: number;
}

interface PendingLookup<Found> {
  readonly hash: string;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Finds API keys by the hashes of their texts, with their deployments. */
export function keysByHash(connections: Connections): FoundByHash<KeyRow, FoundKey> {
  return new FoundByHash(connections, BY_HASH, toFoundKey);
}

/** Finds API keys by the hashes of the access tokens that stand for them, with their deployments. */
export function keysByToken(connections: Connections): FoundByHash<TokenRow, FoundToken> {
  return new FoundByHash(connections, BY_TOKEN, (row) => ({ ...toFoundKey(row), expires_at: row.expires_at }));
}

/** Finds rows by hash. Lookups made in one turn of the event loop share a statement, which needs no transaction. */
class FoundByHash<Row extends KeyRow, Found> {
  private readonly connections: Connections;
  private readonly statement: string;
  private readonly toFound: (row: Row) => Found;
  private readonly gathered = new TurnBatcher<PendingLookup<Found>>((asked) => this.answerAll(asked));

  constructor(connections: Connections, statement: string, toFound: (row: Row) => Found) {
    this.connections = connections;
    this.statement = statement;
    this.toFound = toFound;
  }

  /** @throws PostgresFault if no connection is available for some seconds */
  find(hash: string): Promise<Found | undefined> {
    return new Promise((resolve, reject) => this.gathered.add({ hash, resolve, reject }));
  }

  private async answerAll(asked: readonly PendingLookup<Found>[]): Promise<void> {
    try {
      const hashes = [...new Set(asked.map(({ hash }) => hash))].sort();
      const rows = await retryWhileDisconnected(() =>
        this.connections.use((session) => session.query<Row>(this.statement, [hashes]), SILENCE_TIMEOUT_MS),
      );
      const found = new Map(rows.map((row) => [row.hash, this.toFound(row)]));
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
