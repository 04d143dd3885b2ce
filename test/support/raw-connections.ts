import { afterEach } from 'vitest';
import { type RawConnection, rawConnection } from './raw-http.js';

/** Opens connections that are closed after each test of the file, before earlier-declared hooks run. */
export function rawConnections(url: () => string): (from?: string) => Promise<RawConnection> {
  const connections: RawConnection[] = [];
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.end();
  });
  return async (from) => {
    const connection = await rawConnection(url(), from);
    connections.push(connection);
    return connection;
  };
}
