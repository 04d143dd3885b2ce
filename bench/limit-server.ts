import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { listen } from './listen.js';

/**
 * Upper bound for this machine: bare `node:http` that reads a cart from SQLite, or updates it durably, without API
 * keys, validation, prices or logs. Arguments: path of a new database, and a file with the portal's cart response.
 */
const [, , file = '', model = ''] = process.argv;
const CARTS = 64;

const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE cart (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO cart VALUES (?, ?)');
const text = readFileSync(model, 'utf8');
for (let cart = 0; cart < CARTS; cart += 1) insert.run(`bench-${cart}`, text);

const read = database.prepare('SELECT body FROM cart WHERE id = ?').pluck();
const write = database.prepare('UPDATE cart SET body = ? WHERE id = ?');
const commit = database.transaction((jobs: readonly Job[]) => {
  for (const { id, body } of jobs) write.run(body, id);
});

interface Job {
  readonly id: string;
  readonly body: string;
  readonly response: ServerResponse;
}
let waiting: Job[] = [];

function answer(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

/** Commits all waiting changes in one transaction, as the portal does. */
function flush(): void {
  const jobs = waiting;
  waiting = [];
  commit.immediate(jobs);
  for (const { response, body } of jobs) answer(response, body);
}

async function changed(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { quantity } = JSON.parse(Buffer.concat(chunks).toString());
  const cart = JSON.parse(String(read.get(id)));
  cart.data.line_items[0].quantity = quantity;
  waiting.push({ id, body: JSON.stringify(cart), response });
  if (waiting.length === 1) setImmediate(flush);
}

await listen((request, response) => {
  const id = (request.url ?? '').slice(1);
  if (request.method === 'PATCH') return changed(request, response, id);
  return answer(response, JSON.stringify(JSON.parse(String(read.get(id)))));
});
