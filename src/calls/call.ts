import type { Caller } from '../domain/tenant/tenant.js';

/** The idempotency keys that were sent, at most one of which is allowed, and the surface's name for them. */
interface CallerKeys {
  readonly name: string;
  readonly keys: readonly string[];
}

/** One call from a surface; surfaces differ in these members only. */
export interface Call<C extends Caller = Caller, Input = unknown> {
  /** @throws PortalError `unauthorized`, `rate_limited` */
  authenticate(): Promise<C>;
  /** @throws PortalError `method_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json` */
  readInput(): Promise<Input>;
  readonly idempotency?: CallerKeys;
  readonly ifMatch?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  /** True: answer as if the call were made, and change nothing (HEAD). */
  readonly dryRun?: boolean;
  /** True: an agent's tool call, which may say less and in other words than a program must. */
  readonly byAgent?: boolean;
  /** Whether the client has gone, so that nobody reads the answer. */
  isGone?(): boolean;
  /** Called with the caller as soon as it is known, for the log. */
  onCaller?(caller: Caller): void;
}
