import { Client } from 'pg';
import type { Row } from '../e2e/receipt-storm/proofs.js';

/** Orders by their ids, and their numbers, from the smallest on. */
export async function ordersIn(url: string): Promise<{ readonly ids: string[]; readonly numbers: number[] }> {
  const rows = await read<{ readonly key: string; readonly number: string }>(
    url,
    `SELECT key, body::json ->> 'display_id' AS number FROM "order" ORDER BY key`,
  );
  const numbers = rows.map(({ number }) => Number(number)).sort((one, other) => one - other);
  return { ids: rows.map(({ key }) => key), numbers };
}

/** Receipts by their places in the log. */
export async function receiptsIn(url: string): Promise<Row[]> {
  const rows = await read<Row>(
    url,
    'SELECT id, agent_id, job_id, receipt_hash, log_index, received_at FROM receipt ORDER BY log_index',
  );
  return rows.map((row) => ({ ...row, log_index: Number(row.log_index), received_at: Number(row.received_at) }));
}

async function read<Found extends object>(url: string, sql: string): Promise<Found[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Found>(sql)).rows;
  } finally {
    await client.end();
  }
}
