import type { CallNotes } from '../calls/call-notes.js';
import type { Caller } from '../domain/tenant/tenant.js';

/** The caller behind one MCP connection or request. */
export interface Speaker {
  /** @throws PortalError `unauthorized` when a key was revoked meanwhile */
  authenticate(): Promise<Caller>;
  readonly acceptLanguage?: string | undefined;
  /** Whether the client has gone; absent where that ends the process. */
  readonly isGone?: () => boolean;
  /** True: output schemas are announced, and answers have structured content beside the text. */
  readonly structured?: boolean;
  /** Of the HTTP request that carries the call; absent on stdio, where each call is logged by itself. */
  readonly notes?: CallNotes;
}
