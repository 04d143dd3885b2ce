import type { ClientBase, QueryResultRow } from 'pg';
import { PostgresFault } from './postgres-fault.js';

type Scalar = string | number | null | Uint8Array;
/** A parameter of a statement. A text with the character NUL, which PostgreSQL cannot hold, is refused by the server. */
export type Value = Scalar | readonly Scalar[];

/** Statements of each connection that are prepared by name at most; more are parsed each time. */
const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/**
 * A connection while one piece of work has it. Statements are sent at once and answered in their order, so that those that
 * do not wait for each other take one trip together.
 */
export class Session {
  private readonly client: ClientBase;
  private fault: PostgresFault | undefined;

  constructor(client: ClientBase) {
    this.client = client;
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
    const { rows } = await this.sent(this.client.query<Row>({ ...nameOf(text), text, values: [...values] }));
    return rows;
  }

  /**
   * Runs statements without parameters; answers the command that the server says it has run last.
   * @throws PostgresFault
   */
  async run(script: string): Promise<string> {
    const results: unknown = await this.sent(this.client.query(script));
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return typeof last === 'object' && last !== null ? String(Reflect.get(last, 'command')) : '';
  }

  private async sent<R>(query: Promise<R>): Promise<R> {
    try {
      return await query;
    } catch (cause) {
      const fault = new PostgresFault(cause);
      if (fault.isLost) this.fault = fault;
      throw fault;
    }
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
