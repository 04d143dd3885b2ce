import { z } from 'zod';
import { run } from '../../support/program.js';
import { readStoredAtOnce } from '../../support/stored.js';
import type { Organization } from './organization.js';

const accepted = z.array(z.object({ id: z.string(), job_id: z.string(), log_index: z.int() }));
const entry = z.array(z.object({ log_index: z.int() }));
const count = z.array(z.object({ n: z.int() }));

/**
 * Reads an organization's receipts by log index, the number of leaves and the size of its log, and the indices of its
 * log entries. `database`: a path or a URL.
 */
export async function acceptedIn(database: string, organization_id: string) {
  const own = `WHERE organization_id = '${organization_id}'`;
  const [receipts, leaves, heads, entries] = await readStoredAtOnce(database, [
    `SELECT id, job_id, log_index FROM receipt ${own} ORDER BY log_index`,
    `SELECT count(*) AS n FROM log_node ${own} AND level = 0`,
    `SELECT size AS n FROM log_head ${own}`,
    `SELECT log_index FROM log_entry ${own} ORDER BY log_index`,
  ]);
  return {
    rows: accepted.parse(receipts),
    leaves: count.parse(leaves)[0]?.n ?? 0,
    size: count.parse(heads)[0]?.n ?? 0,
    entries: entry.parse(entries).map(({ log_index }) => log_index),
  };
}

/**
 * Creates a database with the demo shop. Returns the demo's organization. `env`: additional settings for its portals.
 */
export async function demoDatabase(
  database: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Organization> {
  const { code, stdout, stderr } = await run(['init', '--demo', '--json'], { PORTAL_DB: database, ...env });
  if (code !== 0) throw new Error(stderr);
  const { organization_id, organization_key, agent_id, consumer_id } = JSON.parse(stdout);
  return { organization_id, key: organization_key, agent_id, consumer_id };
}
