import type { Caller } from '../domain/tenant/tenant.js';
import type { Slices } from './slices.js';

/** All idempotency keys that the caller sent, and the surface's name for the field. More than one key is an error. */
interface IdempotencyKeys {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A call received over HTTP, MCP, UCP or a buyer's page. Its members hide the differences between surfaces. */
export interface Call<C extends Caller = Caller, Input = unknown> {
  /** @throws PortalError `unauthorized`, `rate_limited` */
  authenticate(): Promise<C>;
  /** @throws PortalError `method_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json` */
  readInput(slices: Slices): Promise<Input>;
  readonly idempotency?: IdempotencyKeys;
  readonly ifMatch?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  /** True if the call must return its usual response but change nothing (HEAD). */
  readonly dryRun?: boolean;
  /** True for an agent's tool call. Its arguments may be less complete and less exact than a program's. */
  readonly byAgent?: boolean;
  /** True if the client has disconnected, so that nobody would read the response. */
  isGone?(): boolean;
  /** Called once the caller is authenticated; the request log uses it to name the caller. */
  onCaller?(caller: Caller): void;
}
