import type { Caller } from '../domain/tenant/tenant.js';

/** The idempotency keys sent, of which only one is allowed, and the surface's name for them. */
interface CallerKeys {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A call from a surface; surfaces differ only in these members. */
export interface Call<C extends Caller = Caller, Input = unknown> {
  /** @throws PortalError `unauthorized`, `rate_limited` */
  authenticate(): Promise<C>;
  /** @throws PortalError `method_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json` */
  readInput(): Promise<Input>;
  readonly idempotency?: CallerKeys;
  readonly ifMatch?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  /** True to respond as if the call were made, changing nothing (HEAD). */
  readonly dryRun?: boolean;
  /** True for an agent's tool call, which may omit and reword more than a program may. */
  readonly byAgent?: boolean;
  /** True if the client has gone, so that nobody reads the response. */
  isGone?(): boolean;
  /** Called with the caller once known, for the log. */
  onCaller?(caller: Caller): void;
}
