import type { Socket } from 'node:net';

/** The longest that a client may still send after its last answer. Milliseconds. */
const LINGER = 5_000;

/** What Node says of its own accord, unless somebody listens, by the codes of its errors. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Whether a connection has had its last answer, or is gone. */
export function isOver(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/**
 * Closes a connection in stages (RFC 9112, 9.6): first no more is written, then what the client still sends is read and
 * dropped. Closed at once, it would be reset, and a client that still sends would lose its answer.
 */
export function closeInStages(socket: Socket): void {
  if (socket.writableEnded) return;
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}

/** Answers what is not HTTP or comes too late, and closes its connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The rest of what was refused is refused again.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  socket.write(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  closeInStages(socket);
}
