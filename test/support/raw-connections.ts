import { afterEach } from 'vitest';
import { type RawConnection, rawConnection } from './raw-http.js';

/** Returns a function that opens connections. They are closed after each test, before hooks declared earlier run. */
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
