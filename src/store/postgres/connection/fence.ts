import type { QueryResultRow } from 'pg';
import { DatabaseFault } from '../../../ports.js';
import { closedFault, closedRefusal, type DataMove } from '../../data-move.js';
import type { Statement } from './statement-group.js';

/** SQLSTATE of a division by zero, which makes the statement below fail. */
const DIVISION_BY_ZERO = '22012';

const SELECT_CLOSED_MOVE = 'SELECT move, role, state, other FROM data_move WHERE id = 1 AND closed = 1';
const SELECT_IDENTITY = 'SELECT 1 FROM log_identity WHERE id = 1 AND vkey = $1';

const CHECK = `
  SELECT 1 / count(*) FROM log_identity WHERE id = 1 AND vkey = $1
    AND NOT EXISTS (SELECT 1 FROM data_move WHERE id = 1 AND closed = 1)`;

interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: readonly string[]): Promise<Row[]>;
}

/**
 * Prevents writes to a database that a move has closed, or whose log key was replaced after the process read it. The
 * check runs in each write transaction after its locks, and a closing locks the whole database, so every committed
 * write precedes it.
 */
export class Fence {
  /** Statement that fails if writes are forbidden. Sent together with BEGIN, so it needs no round trip of its own. */
  readonly check: Statement;
  private readonly vkey: string;

  /** `vkey`: name and public key of the logs, as this process read them. */
  constructor(vkey: string) {
    this.vkey = vkey;
    this.check = { text: CHECK, values: [vkey] };
  }

  /** Maps a failure of the statement to the caller's error; `undefined` for any other fault. */
  async errorFor(session: Queries, code: string | undefined): Promise<Error | undefined> {
    if (code !== DIVISION_BY_ZERO) return undefined;
    return closedRefusal((await this.findFault(session)) ?? new Error('the database was closed for a moment'));
  }

  /** @throws DatabaseFault if writes are forbidden */
  async assertServing(session: Queries): Promise<void> {
    const fault = await this.findFault(session);
    if (fault) throw fault;
  }

  private async findFault(session: Queries): Promise<DatabaseFault | undefined> {
    const moved = await findMoveFault(session);
    if (moved) return moved;
    if ((await session.query(SELECT_IDENTITY, [this.vkey])).length > 0) return undefined;
    return new DatabaseFault('moved', 'the key of the logs was replaced since this process began: start it again');
  }
}

/** @throws DatabaseFault `moved` if a move has closed the database */
export async function assertNotMoved(session: Queries): Promise<void> {
  const fault = await findMoveFault(session);
  if (fault) throw fault;
}

async function findMoveFault(session: Queries): Promise<DatabaseFault | undefined> {
  const [move] = await session.query<DataMove & QueryResultRow>(SELECT_CLOSED_MOVE);
  return move && closedFault(move);
}
