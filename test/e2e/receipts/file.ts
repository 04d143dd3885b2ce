import DatabaseConstructor from 'better-sqlite3';
import { run } from '../../support/program.js';
import type { Organization } from './organization.js';

/** What the file says of one accepted receipt. */
export interface Accepted {
  readonly id: string;
  readonly job_id: string;
  readonly log_index: number;
}

/**
 * The receipts of an organization by their place in the log, how many leaves its log has, and where its entries of agents
 * and keys are.
 */
export function acceptedIn(database: string, organization_id: string) {
  const file = new DatabaseConstructor(database, { readonly: true, fileMustExist: true });
  try {
    const rows = file
      .prepare<[string], Accepted>(
        'SELECT id, job_id, log_index FROM receipt WHERE organization_id = ? ORDER BY log_index',
      )
      .all(organization_id);
    const count = (sql: string) => Number(file.prepare(sql).pluck().get(organization_id) ?? 0);
    return {
      rows,
      leaves: count('SELECT count(*) FROM log_node WHERE organization_id = ? AND level = 0'),
      size: count('SELECT size FROM log_head WHERE organization_id = ?'),
      entries: file
        .prepare<[string], number>('SELECT log_index FROM log_entry WHERE organization_id = ? ORDER BY log_index')
        .pluck()
        .all(organization_id),
    };
  } finally {
    file.close();
  }
}

/** Makes a database with the demo; answers its organization. */
export async function demoDatabase(database: string): Promise<Organization> {
  const { code, stdout, stderr } = await run(['init', '--demo', '--json'], { PORTAL_DB: database });
  if (code !== 0) throw new Error(stderr);
  const { organization_id, organization_key, agent_id, consumer_id } = JSON.parse(stdout);
  return { organization_id, key: organization_key, agent_id, consumer_id };
}
