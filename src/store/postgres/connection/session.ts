import type { QueryResultRow } from 'pg';
import type { Value } from '../../sql/values.js';
import type { Fence, Statement } from './fence.js';
import { PostgresFault } from './postgres-fault.js';
import type { ServerClient } from './server-client.js';
import { PROGRAM_NAMES } from './statement-names.js';

export type { Value };

/**
 * A connection reserved for one task. Statements are pipelined and their results arrive in order, so independent
 * statements share a round trip.
 */
export class Session {
  private readonly client: ServerClient;
  private readonly patience: number | undefined;
  /** Checked at the beginning of each write transaction; `undefined` to allow all writes. */
  readonly fence: Fence | undefined;
  private fault: PostgresFault | undefined;
  /** Number of statements that have no response yet. */
  private pending = 0;
  private watching: NodeJS.Timeout | undefined;
  private beginning: Promise<readonly unknown[]> = Promise.resolve([]);

  /** Aborts the connection after `patience` milliseconds without a response. */
  constructor(client: ServerClient, fence: Fence | undefined, patience?: number) {
    this.client = client;
    this.fence = fence;
    this.patience = patience;
  }

  /** True if the connection is unusable. */
  get isLost(): boolean {
    return this.fault?.isLost === true;
  }

  /**
   * Runs a statement with parameters ($1, …), prepared once per connection by its text.
   * @throws PostgresFault
   */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly Value[] = [],
    names = PROGRAM_NAMES,
  ): Promise<Row[]> {
    this.client.corkTurn();
    const { rows } = await this.track(this.client.query<Row>({ ...names.of(text), text, values: [...values] }));
    return rows;
  }

  /**
   * Runs statements without parameters. Returns the last command that the server reports.
   * @throws PostgresFault
   */
  async run(script: string): Promise<string> {
    const last = (await this.runAll(script)).at(-1);
    return String(memberOf(last, 'command') ?? '');
  }

  private async runAll(script: string): Promise<readonly unknown[]> {
    this.client.corkTurn();
    const results: unknown = await this.track(this.client.query(script));
    return Array.isArray(results) ? results : [results];
  }

  /**
   * Begins a transaction ahead of its first statement. If the script or `check` fails, the server might run later
   * statements outside a transaction, so they all fail with the same fault until `end`.
   */
  begin(script: string, check?: Statement): void {
    const begun = this.runAll(script);
    const checked = check && this.query(check.text, check.values);
    this.beginning = begun.then(async (results) => {
      await checked;
      return results;
    });
    checked?.catch(() => undefined);
    this.beginning.catch(() => undefined);
  }

  /**
   * Waits until the transaction has begun. Must precede any statement that writes. Returns the results of the script's
   * statements.
   * @throws PostgresFault if it did not begin
   */
  async whenBegun(): Promise<readonly unknown[]> {
    return this.beginning;
  }

  /** Ends the transaction. The next user's statements on the connection run after it. */
  end(command: 'COMMIT' | 'ROLLBACK'): void {
    this.beginning = Promise.resolve([]);
    this.run(command).catch(() => undefined);
  }

  private async track<R>(query: Promise<R>): Promise<R> {
    const { beginning } = this;
    this.pending += 1;
    this.restartTimer();
    try {
      // The response to BEGIN precedes those of later statements.
      const [begun, answered] = await Promise.allSettled([beginning, query]);
      if (begun.status === 'rejected') throw begun.reason;
      if (answered.status === 'rejected') throw answered.reason;
      return answered.value;
    } catch (cause) {
      const fault = cause instanceof PostgresFault ? cause : new PostgresFault(cause);
      if (fault.isLost) this.fault = fault;
      throw fault;
    } finally {
      this.pending -= 1;
      this.restartTimer();
    }
  }

  /**
   * Aborts the connection if the server is silent. A server whose machine vanishes sends no error, and the system would
   * wait a quarter of an hour.
   */
  private restartTimer(): void {
    clearTimeout(this.watching);
    if (this.pending > 0 && this.patience !== undefined)
      this.watching = setTimeout(() => this.client.abort(), this.patience);
  }
}

/** Returns a member of a value of unknown form. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
