import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { migrate } from '../../src/store/postgres/connection/migrate.js';
import { postgresBinaries } from './postgres-binaries.js';
import { PostgresProgram } from './postgres-program.js';
import { temporaryFolder } from './temporary-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a socket that returns the URL of a PostgreSQL server, and starts the server at the first request. */
    readonly postgres: string;
  }
}

/** Template database with tables but without rows. */
export const TEMPLATE = `portal_${process.env.PORTAL_TEST_TEMPLATE ?? 'empty'}`;

/** Faster settings. Data may be lost if the machine fails, but not if only the server is killed. */
const FASTER = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=64MB'];

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Global setup: starts a server when the first test requests one. `PORTAL_TEST_POSTGRES` names an existing server. */
export default function offerPostgres(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-starter-'));
  const path = join(folder, 'socket');
  let started: Promise<Server> | undefined;
  const starter = createServer((socket) => {
    started ??= start();
    started.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`! ${error}`),
    );
  });
  starter.listen(path);
  project.provide('postgres', path);
  return async () => {
    starter.close();
    await (await started?.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true });
  };
}

async function start(): Promise<Server> {
  const named = process.env.PORTAL_TEST_POSTGRES;
  const server = named === undefined ? await startOwn() : { url: named, stop: async () => undefined };
  await makeTemplate(server.url);
  return server;
}

async function startOwn(): Promise<Server> {
  const folder = temporaryFolder();
  const place = { binaries: postgresBinaries(), folder, settings: FASTER };
  const server = await PostgresProgram.created(place, ['--no-sync']);
  await server.start();
  await quickenLogins(server.url);
  const stop = async () => {
    await server.stop('SIGINT');
    rmSync(folder, { recursive: true });
  };
  return { url: server.url, stop };
}

/**
 * Stores the password with one round of hashing instead of 4,096. It is random, and each of a portal's connections, some
 * nine per test, would spend these rounds on both sides.
 */
async function quickenLogins(url: string): Promise<void> {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(new URL(url).password, salt, 1, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const verifier = `SCRAM-SHA-256$1:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`ALTER ROLE CURRENT_USER PASSWORD '${verifier}'`);
  await admin.end();
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  const connections = new Connections(template.href, 1);
  await migrate(connections, true);
  await connections.close();
}
