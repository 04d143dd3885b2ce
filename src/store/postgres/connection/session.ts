import type { QueryResultRow } from 'pg';
import type { Value } from '../../sql/values.js';
import type { Fence } from './fence.js';
import { PostgresFault } from './postgres-fault.js';
import { isRolledBack, ROLLED_BACK } from './rolled-back.js';
import type { ServerClient } from './server-client.js';
import { type Statement, StatementGroup } from './statement-group.js';
import { PROGRAM_NAMES, type StatementNames } from './statement-names.js';

export type { Value };

/**
 * A connection reserved for one task. The statements of one turn of the event loop are sent as a group, and share a
 * round trip. Results arrive in order.
 */
export class Session {
  private readonly client: ServerClient;
  private readonly patience: number | undefined;
  /** Checked at the beginning of each write transaction; `undefined` to allow all writes. */
  readonly fence: Fence | undefined;
  private fault: PostgresFault | undefined;
  /** Statements of this turn, not sent yet. */
  private group: StatementGroup | undefined;
  /** Number of groups and scripts that have no response yet. */
  private pending = 0;
  private watching: NodeJS.Timeout | undefined;
  private beginning: Promise<QueryResultRow[]> = Promise.resolve([]);

  /** Aborts the connection after `patience` milliseconds without a response. */
  constructor(client: ServerClient, fence: Fence | undefined, patience?: number) {
    this.client = client;
    this.fence = fence;
    this.patience = patience;
  }

  /** True if the server can limit the time of a transaction. */
  get limitsTransactions(): boolean {
    return this.client.limitsTransactions;
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
    const sent = this.add<Row>(text, values, names);
    sent.catch(() => undefined);
    await this.beginning;
    return sent;
  }

  /**
   * Runs statements without parameters, which are parsed on each use.
   * @throws PostgresFault
   */
  async run(script: string): Promise<void> {
    this.send();
    this.noteSent();
    const fault = await this.client.query(script).then(
      ({ command }) => (isRolledBack(script, command) ? new PostgresFault(ROLLED_BACK) : undefined),
      (cause: unknown) => new PostgresFault(cause),
    );
    this.noteResponse(fault);
    if (fault) throw fault;
  }

  /**
   * Begins a transaction ahead of its first statement. If one of these statements fails, the server might run later
   * ones outside a transaction, so they all fail with the same fault until `end`.
   */
  begin(statements: readonly Statement[]): void {
    const begun = Promise.all(statements.map(({ text, values = [] }) => this.add(text, values, PROGRAM_NAMES)));
    this.beginning = begun.then((results) => results.flat());
    this.beginning.catch(() => undefined);
  }

  /**
   * Waits until the transaction has begun. Must precede any statement that writes. Returns the rows that the statements
   * have selected.
   * @throws PostgresFault if it did not begin
   */
  async whenBegun(): Promise<readonly QueryResultRow[]> {
    return this.beginning;
  }

  /** Ends the transaction. The next user's statements on the connection run after it. */
  end(command: 'COMMIT' | 'ROLLBACK'): void {
    this.beginning = Promise.resolve([]);
    this.run(command).catch(() => undefined);
  }

  private add<Row extends QueryResultRow>(
    text: string,
    values: readonly Value[],
    names: StatementNames,
  ): Promise<Row[]> {
    if (!this.group) {
      this.group = this.beginGroup();
      process.nextTick(() => this.send());
    }
    return this.group.add<Row>(text, values, names);
  }

  /**
   * Begins a group. It has as much time to respond as one statement, because the results arrive together. If the server
   * is slow, it sends them one by one, and each restarts the time.
   */
  private beginGroup(): StatementGroup {
    const { pace } = this.client;
    const begun = performance.now();
    const isFlushed = pace.isSlow;
    const onEnd = (fault?: PostgresFault) => {
      pace.record(performance.now() - begun);
      this.noteResponse(fault);
    };
    const onResult = () => isFlushed && this.restartTimer();
    return new StatementGroup(this.client, { onResult, onEnd }, isFlushed);
  }

  private send(): void {
    const { group } = this;
    this.group = undefined;
    if (!group) return;
    this.noteSent();
    // The driver's limit is meant for each statement.
    group.query_timeout = group.size * this.client.queryTimeoutMs;
    this.client.query(group);
  }

  private noteSent(): void {
    this.client.corkTurn();
    this.pending += 1;
    this.restartTimer();
  }

  private noteResponse(fault?: PostgresFault): void {
    if (fault?.isLost) this.fault = fault;
    this.pending -= 1;
    this.restartTimer();
  }

  /**
   * Aborts the connection if the server is silent. A server whose machine vanishes sends no error, and the system would
   * wait a quarter of an hour.
   */
  private restartTimer(): void {
    clearTimeout(this.watching);
    if (this.pending > 0 && this.patience !== undefined)
      this.watching = setTimeout(() => {
        this.client.pace.recordSilence();
        this.client.abort();
      }, this.patience);
  }
}
