import type { Caller } from '../domain/tenant/tenant.js';
import type { Slices } from './slices.js';

/** All idempotency keys the caller sent (more than one is an error), and the surface's name for the field. */
interface IdempotencyKeys {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A call received over HTTP, MCP, UCP or a buyer's page. Everything specific to the surface is in these members. */
export interface Call<C extends Caller = Caller, Input = unknown> {
  /** @throws PortalError `unauthorized`, `rate_limited` */
  authenticate(): Promise<C>;
  /** @throws PortalError `method_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json` */
  readInput(slices: Slices): Promise<Input>;
  readonly idempotency?: IdempotencyKeys;
  readonly ifMatch?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  /** True to respond as if the call were made, changing nothing (HEAD). */
  readonly dryRun?: boolean;
  /** True for an agent's tool call, which may omit and reword more than a program may. */
  readonly byAgent?: boolean;
  /** True if the client has gone, so that nobody reads the response. */
  isGone?(): boolean;
  /** Called once the caller is authenticated, so that the request log can name it. */
  onCaller?(caller: Caller): void;
}
