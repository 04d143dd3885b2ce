import type { Socket } from 'node:net';

/** Time during which a client may still send after its last response. */
const LINGER_MS = 5_000;

/** Status lines by error code, as Node itself would send them without a `clientError` listener. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** True if the connection was closed, or has had its last response. */
export function isConnectionOver(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/**
 * Closes a connection in stages (RFC 9112, 9.6): writing ends first, then the client's remaining bytes are read and
 * dropped. An immediate close would reset the connection, and a client that is still sending would lose its response.
 */
export function closeInStages(socket: Socket): void {
  if (socket.writableEnded) return;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}

/** Rejects a request that is not HTTP or arrives too slowly, and closes its connection. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The remaining bytes of a rejected request cause further errors.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  socket.write(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  closeInStages(socket);
}
