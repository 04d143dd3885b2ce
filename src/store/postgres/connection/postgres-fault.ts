/** Why a statement failed: the server's SQLSTATE, or that the connection broke. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault';
  /** SQLSTATE; undefined = there is no answer of the server. */
  readonly code: string | undefined;
  /** What came of the connection; undefined = there is no answer of the server. */
  private readonly severity: string | undefined;
  /** The table that the server names. */
  readonly table: string | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the database gave no answer', { cause });
    this.severity = stringIn(cause, 'severity');
    this.code = this.severity === undefined ? undefined : stringIn(cause, 'code');
    this.table = stringIn(cause, 'table');
  }

  /** Others came first: the same transaction may succeed when it runs again. */
  get isConflict(): boolean {
    return this.code === '40001' || this.code === '40P01';
  }

  /** The primary key, or another unique index, refused a row. */
  get isTaken(): boolean {
    return this.code === '23505';
  }

  /** Values that a table or a type cannot hold; another transaction is not concerned. */
  get isOfData(): boolean {
    return this.code !== undefined && /^2[23]/.test(this.code);
  }

  /** It took longer than a statement may. */
  get isTooLong(): boolean {
    return this.code === '57014';
  }

  /** The transaction has ended already, so this statement was not looked at. */
  get isAfterwards(): boolean {
    return this.code === '25P02';
  }

  /**
   * The server, or what is between, has ended the connection, or does not take one; or the server takes no writes any more (25006),
   * or cannot tell what became of a transaction (40003). Another connection may be to a server that can.
   */
  get isLost(): boolean {
    const isOver = this.severity === 'FATAL' || this.severity === 'PANIC';
    return isOver || this.code === undefined || /^(08|57P|25P03|25006|40003|53)/.test(this.code);
  }
}

function stringIn(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
