import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../log.js';
import { type McpHandlers, protocolServer } from './protocol-server.js';
import { StdioLine } from './stdio-line.js';

/** Streams of one client: its messages, and the responses to them. */
export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** The MCP handlers of a stdio process. */
export interface StdioPortal {
  readonly handlers: McpHandlers;
  /** Aborted when the database must no longer be served. */
  readonly moved: AbortSignal;
  close(): Promise<void>;
}

/**
 * Serves MCP on the streams of one client, in both protocol generations. The portal is opened after the first response,
 * because clients show nothing before that response, which does not need the portal. If the client sends nothing, the
 * portal is still opened soon after the start. Resolves when the client has disconnected.
 * @throws Error when the portal cannot be opened, a message is too long, or a stream can no longer be read or written
 */
export async function serveOnStdio(
  streams: StdioStreams,
  open: () => Promise<StdioPortal>,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  const line = new StdioLine(streams.stdin, streams.stdout);
  const opened = line.answered().then(open);
  const handle = serveStdio(
    () => protocolServer((question) => line.open(opened.then(({ handlers }) => question(handlers)))),
    { transport: line, onerror: (error) => log.debug('mcp_refused', { fault: error.message }) },
  );
  stop.addEventListener('abort', () => void handle.close(), { once: true });
  try {
    const portal = await opened;
    portal.moved.addEventListener('abort', () => void handle.close(), { once: true });
    try {
      await line.ended();
    } finally {
      await portal.close();
    }
    portal.moved.throwIfAborted();
  } finally {
    // If the portal could not be opened, requests that wait for it get the reason.
    await line.drained();
    await handle.close();
  }
}
