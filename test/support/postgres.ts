import './checked-rows.js';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres-server.js';

let server: Promise<string> | undefined;

/** The URL of the server of the tests, which is started when it is first asked for. */
export function postgresServer(): Promise<string> {
  server ??= askedFor();
  return server;
}

async function askedFor(): Promise<string> {
  const answer = await text(connect(inject('postgres')));
  if (!/^postgres(ql)?:/.test(answer)) throw new Error(`there is no PostgreSQL for the tests: ${answer}`);
  return answer;
}

/** A new database with the tables and without rows. */
export async function newPostgres(template = TEMPLATE): Promise<string> {
  const name = `portal_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(await postgresServer());
  url.pathname = `/${name}`;
  return url.href;
}

/** Takes a database away, also from those that still have it open. */
export function dropPostgres(url: string): Promise<void> {
  return administer(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

async function administer(statement: string): Promise<void> {
  const admin = new Client({ connectionString: await postgresServer() });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
