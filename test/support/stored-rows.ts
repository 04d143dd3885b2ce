import { z } from 'zod';
import { readStored } from './stored.js';

const orderRow = z.object({ key: z.string(), body: z.string() });
const orderBody = z.object({ display_id: z.coerce.number() });
const receiptRow = z.object({
  id: z.string(),
  agent_id: z.string(),
  job_id: z.string(),
  receipt_hash: z.string(),
  log_index: z.int(),
  received_at: z.int(),
});

/** Reads the ids and the numbers of all orders, each in ascending order. */
export async function ordersIn(
  database: string,
): Promise<{ readonly ids: string[]; readonly numbers: readonly number[] }> {
  const rows = z.array(orderRow).parse(await readStored(database, 'SELECT key, body FROM "order" ORDER BY key'));
  const numbers = rows.map(({ body }) => orderBody.parse(JSON.parse(body)).display_id);
  return { ids: rows.map(({ key }) => key), numbers: numbers.sort((one, other) => one - other) };
}

/** Reads all receipts in the order of their log index. */
export async function receiptsIn(database: string) {
  return z
    .array(receiptRow)
    .parse(
      await readStored(
        database,
        'SELECT id, agent_id, job_id, receipt_hash, log_index, received_at FROM receipt ORDER BY log_index',
      ),
    );
}
