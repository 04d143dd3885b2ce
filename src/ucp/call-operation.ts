import type { Request, Response } from 'express';
import type { Invoke } from '../calls/invoke.js';
import { requestedHost } from '../http/address.js';
import type { bodyReader } from '../http/body.js';
import { header, headerValues, readAccessToken, readCredentials } from '../http/credentials.js';
import { notesOf, sendJson } from '../http/reply.js';
import type { Log } from '../log.js';
import type { Streams } from '../mcp/streams.js';
import type { Clock } from '../ports.js';
import { insufficientScope, tokenNeeded } from './identity/identity-refusal.js';
import { isAllowed, scopeFor } from './identity/required-scopes.js';
import type { UcpInput, UcpOperation } from './operations/ucp-operation.js';
import { UcpOutcome } from './outcome.js';
import type { Identify } from './platforms/callers.js';
import { isSigned, type SignedRequest } from './platforms/prove.js';
import type { UcpCaller } from './session.js';
import { setSignature } from './signatures/set-signature.js';
import type { ProtocolVersion } from './versions/version.js';

/** Dependencies shared by the REST and MCP bindings. */
export interface BindingDeps {
  readonly operations: readonly UcpOperation[];
  readonly versions: readonly ProtocolVersion[];
  readonly identify: Identify;
  /** True if people can link their account, so that calls may have their access tokens. */
  readonly linksAccounts: boolean;
  readonly invoke: Invoke;
  readonly readBody: ReturnType<typeof bodyReader>;
  /**
   * Counts an unauthenticated request toward the rate limit of its address.
   * @throws PortalError `rate_limited`
   */
  countOpen(request: Request): void;
  readonly streams: Streams;
  readonly clock: Clock;
  readonly log: Log;
}

/** A call, in the form that every binding passes to `callOperation`. */
export interface BoundCall {
  readonly operation: UcpOperation;
  readonly version: ProtocolVersion;
  readonly request: Request;
  /**
   * URL of the platform's profile.
   * @throws PortalError `invalid_profile_url`
   */
  profile(): string;
  /** @throws PortalError `rate_limited` */
  countOpen(): void;
  /**
   * Body bytes, read once.
   * @throws PortalError `payload_too_large`, `unsupported_media_type`, `invalid_json`
   */
  body(): Promise<Buffer>;
  /** @throws PortalError */
  input(body: Buffer): UcpInput;
  readonly idempotency: { readonly name: string; readonly keys: readonly string[] };
}

/**
 * Runs a call received over any binding.
 * @throws UcpOutcome
 * @throws PortalError
 */
export async function callOperation({ identify, invoke, linksAccounts }: BindingDeps, call: BoundCall) {
  const { operation, version, request, profile, countOpen, body } = call;
  const notes = notesOf(request);
  notes.operation = operation.callable.name;
  const signed = signedRequest(request, body);
  const reply = await invoke(operation.callable, {
    authenticate: async () => {
      const token = linksAccounts ? readAccessToken(request) : undefined;
      const sent = { ...readCredentials(request), buyerId: undefined };
      const credentials = sent.key === token ? { ...sent, key: undefined } : sent;
      const host = requestedHost(request);
      const caller = await identify({ host, version, profile, credentials, token, signed, countOpen });
      assertActive(caller, operation);
      return caller;
    },
    readInput: async () => call.input(await body()),
    idempotency: call.idempotency,
    acceptLanguage: header(request, 'accept-language'),
    dryRun: request.method === 'HEAD',
    isGone: () => request.socket.destroyed,
    onCaller: (caller) => {
      notes.caller = caller.id;
    },
  });
  notes.outcome = 'ok';
  const needsSignature = operation.isSigned || isSigned(signed);
  return { ...reply, signer: needsSignature ? reply.caller.session.site.signer() : undefined };
}

/**
 * @throws UcpOutcome `capabilities_incompatible`
 * @throws IdentityRefusal if the person has not allowed the operation, or the shop requires a linked person
 * @throws PortalError `forbidden` if it requires one while accounts cannot be linked
 */
function assertActive({ session, linked }: UcpCaller, { capability }: UcpOperation): void {
  const { active, site, version } = session;
  if (!active.has(capability)) {
    const content = `This operation needs ${capability}, which your profile does not have.`;
    throw new UcpOutcome('capabilities_incompatible', content);
  }
  const scope = scopeFor(capability, version);
  if (scope === undefined) return;
  if (linked && !isAllowed(linked.scopes, capability)) throw insufficientScope(site, scope);
  if (!linked && site.settings.linked) throw tokenNeeded(site, scope);
}

function signedRequest(request: Request, body: () => Promise<Buffer>): SignedRequest {
  const { method, originalUrl } = request;
  return { method, target: originalUrl, field: (name) => headerValues(request, name), body };
}

/** Sends the response. It is signed if the request was, or if the operation requires it (UCP, Response Signing). */
export function sendAnswer(
  { clock }: Pick<BindingDeps, 'clock'>,
  response: Response,
  status: number,
  body: unknown,
  { replayed, signer }: Awaited<ReturnType<typeof callOperation>>,
): void {
  if (replayed) response.setHeader('idempotent-replayed', 'true');
  if (signer) setSignature(response, signer, status, body, clock.now());
  sendJson(response, status, body);
}
