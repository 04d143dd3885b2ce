import type { QueryResultRow } from 'pg';
import type { Value } from '../../sql/values.js';
import type { Fence } from './fence.js';
import { PostgresFault } from './postgres-fault.js';
import type { ServerClient } from './server-client.js';

export type { Value };

/** Statements of each connection that are prepared by name at most; more are parsed each time. */
const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/**
 * A connection while one piece of work has it. Statements are sent without waiting and answered in their order, so that those
 * that do not wait for each other take one trip together.
 */
export class Session {
  private readonly client: ServerClient;
  private readonly patience: number | undefined;
  /** What each transaction that writes begins with; undefined = it may always write. */
  readonly fence: Fence | undefined;
  private fault: PostgresFault | undefined;
  /** Statements that are not answered yet. */
  private open = 0;
  private watching: NodeJS.Timeout | undefined;
  private beginning: Promise<unknown> = Promise.resolve();

  /** `patience`: milliseconds without an answer, after which the connection is broken off. */
  constructor(client: ServerClient, fence: Fence | undefined, patience?: number) {
    this.client = client;
    this.fence = fence;
    this.patience = patience;
  }

  /** The connection cannot be used any more. */
  get isLost(): boolean {
    return this.fault?.isLost === true;
  }

  /**
   * Runs a statement with parameters ($1, …). Prepared once a connection, by its text.
   * @throws PostgresFault
   */
  async query<Row extends QueryResultRow>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    this.client.gather();
    const { rows } = await this.sent(this.client.query<Row>({ ...nameOf(text), text, values: [...values] }));
    return rows;
  }

  /**
   * Runs statements without parameters; answers the command that the server says it has run last.
   * @throws PostgresFault
   */
  async run(script: string): Promise<string> {
    this.client.gather();
    const results: unknown = await this.sent(this.client.query(script));
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return typeof last === 'object' && last !== null ? String(Reflect.get(last, 'command')) : '';
  }

  /**
   * Begins a transaction ahead of its first statement. Where it fails the server may run what follows outside of a transaction, so
   * whatever is sent until its end is answered with the same fault.
   */
  begin(script: string): void {
    this.beginning = this.run(script);
    this.beginning.catch(() => undefined);
  }

  /**
   * Waits until the transaction has begun; what writes is sent afterwards.
   * @throws PostgresFault when it did not begin
   */
  async begun(): Promise<void> {
    await this.beginning;
  }

  /** Ends the transaction that was begun. Who uses the connection next waits for it. */
  end(command: 'COMMIT' | 'ROLLBACK'): void {
    this.beginning = Promise.resolve();
    this.run(command).catch(() => undefined);
  }

  private async sent<R>(query: Promise<R>): Promise<R> {
    const { beginning } = this;
    this.open += 1;
    this.watch();
    try {
      // A BEGIN is answered before what was sent after it.
      const [begun, answered] = await Promise.allSettled([beginning, query]);
      if (begun.status === 'rejected') throw begun.reason;
      if (answered.status === 'rejected') throw answered.reason;
      return answered.value;
    } catch (cause) {
      const fault = cause instanceof PostgresFault ? cause : new PostgresFault(cause);
      if (fault.isLost) this.fault = fault;
      throw fault;
    } finally {
      this.open -= 1;
      this.watch();
    }
  }

  /** A server that is gone with its machine does not even say so, and the system would wait for it for a quarter of an hour. */
  private watch(): void {
    clearTimeout(this.watching);
    if (this.open > 0 && this.patience !== undefined)
      this.watching = setTimeout(() => this.client.breakOff(), this.patience);
  }
}

function nameOf(text: string): { readonly name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size >= MAX_NAMES) return {};
  const name = `s${names.size}`;
  names.set(text, name);
  return { name };
}
