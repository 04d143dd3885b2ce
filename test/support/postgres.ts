import './checked-rows.js';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres-server.js';
import { postgresTables } from './postgres-tables.js';

let server: Promise<string> | undefined;
/** Emptied databases of this worker, reused because creating one takes ten times as long. */
const free: string[] = [];

/** URL of the test server, which starts at the first request. */
function postgresServer(): Promise<string> {
  server ??= askedFor();
  return server;
}

async function askedFor(): Promise<string> {
  const answer = await text(connect(inject('postgres')));
  if (!/^postgres(ql)?:/.test(answer)) throw new Error(`there is no PostgreSQL for the tests: ${answer}`);
  return answer;
}

/** Returns the URL of a private database with empty tables. */
export async function newPostgres(): Promise<string> {
  return free.pop() ?? unusedPostgres();
}

/** Like `newPostgres`, but without pages or statistics from earlier tests, which can affect query plans. */
export async function unusedPostgres(): Promise<string> {
  const url = new URL(await postgresServer());
  const name = `portal_${randomBytes(8).toString('hex')}`;
  await inDatabase(url.href, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the URL of a new database without tables. */
export async function emptyPostgres(): Promise<string> {
  const url = new URL(await postgresServer());
  const name = `portal_${randomBytes(8).toString('hex')}`;
  await inDatabase(url.href, `CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Empties a database for the next test. Triggers are off, since they would count the removed rows. Call it only when no
 * connection is open.
 */
export async function releasePostgres(url: string): Promise<void> {
  await inDatabase(
    url,
    `BEGIN; SET LOCAL session_replication_role = replica; ${postgresTables()
      .toReversed()
      .map((table) => `DELETE FROM "${table}"`)
      .join('; ')}; COMMIT`,
  );
  free.push(url);
}

async function inDatabase(url: string, script: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}
