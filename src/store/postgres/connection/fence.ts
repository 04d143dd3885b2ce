import type { QueryResultRow } from 'pg';
import { DatabaseFault } from '../../../ports.js';
import { closedFault, closedRefusal, type DataMove } from '../../data-move.js';

/** SQLSTATE of a division by zero, which is how the statement below refuses. */
const REFUSED = '22012';

const CLOSED = 'SELECT move, role, state, other FROM data_move WHERE id = 1 AND closed = 1';
const IDENTITY = 'SELECT 1 FROM log_identity WHERE id = 1 AND vkey = $1';

/** What asks the server. */
interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: readonly string[]): Promise<Row[]>;
}

/**
 * Keeps a process from writing to a database that a move has closed, or whose logs have got another key since the process read
 * theirs. It is part of each transaction that writes, and serializable like all that it reads: whatever such a transaction commits
 * comes before the closing.
 */
export class Fence {
  /** The statement, which fails where nothing may be written. It takes no trip of its own. */
  readonly statement: string;
  private readonly vkey: string;

  /** `vkey` = the name and the key of the logs. */
  constructor(vkey: string) {
    this.vkey = vkey;
    this.statement = `
      SELECT 1 / count(*) FROM log_identity WHERE id = 1 AND vkey = '${vkey.replaceAll("'", "''")}'
        AND NOT EXISTS (SELECT 1 FROM data_move WHERE id = 1 AND closed = 1)`;
  }

  /** What a call is told when the statement has failed so; undefined for another fault. */
  async refusal(session: Queries, code: string | undefined): Promise<Error | undefined> {
    if (code !== REFUSED) return undefined;
    return closedRefusal((await this.fault(session)) ?? new Error('the database was closed for a moment'));
  }

  /** @throws DatabaseFault when nothing may be written */
  async assertServing(session: Queries): Promise<void> {
    const fault = await this.fault(session);
    if (fault) throw fault;
  }

  private async fault(session: Queries): Promise<DatabaseFault | undefined> {
    const moved = await moveFault(session);
    if (moved) return moved;
    if ((await session.query(IDENTITY, [this.vkey])).length > 0) return undefined;
    return new DatabaseFault('moved', 'the key of the logs was replaced since this process began: start it again');
  }
}

/** @throws DatabaseFault `moved` when a move has closed the database */
export async function assertNotMoved(session: Queries): Promise<void> {
  const fault = await moveFault(session);
  if (fault) throw fault;
}

async function moveFault(session: Queries): Promise<DatabaseFault | undefined> {
  const [move] = await session.query<DataMove & QueryResultRow>(CLOSED);
  return move && closedFault(move);
}
