import type { CallNotes } from '../calls/call-notes.js';
import type { Caller } from '../domain/tenant/tenant.js';

/** The caller behind one MCP connection or request. */
export interface McpCaller {
  /** @throws PortalError `unauthorized` if the key is no longer valid */
  authenticate(): Promise<Caller>;
  readonly acceptLanguage?: string | undefined;
  /** True once the client has disconnected. Absent on stdio, where a disconnect ends the process. */
  readonly isGone?: () => boolean;
  /** True adds output schemas to tools and structured content to results. */
  readonly structured?: boolean;
  /** Notes of the HTTP request. Absent on stdio, where each call has a log line. */
  readonly notes?: CallNotes;
}
