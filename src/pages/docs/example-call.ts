import type { Operation } from '../../calls/define.js';
import { bodyMembers } from '../../calls/error-codes.js';
import { required } from '../../domain/values/required.js';

/** Recorded sample call of an operation, and the response over HTTP. */
export interface Example {
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** A call in the form of an HTTP request. */
export interface ExampleCall {
  readonly method: string;
  /** Path with the example's values filled in. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey: string | undefined;
}

export function exampleCall(operation: Operation, { args }: Example): ExampleCall {
  const { method, path, parts = {}, query = [] } = required(operation.http, 'route');
  const filled = Object.entries(parts).reduce(
    (text, [part, member]) => text.replace(`{${part}}`, encodeURIComponent(asText(args[member]))),
    path,
  );
  const asked = new URLSearchParams();
  for (const member of query) if (args[member] !== undefined) asked.set(member, asText(args[member]));
  const search = asked.size === 0 ? '' : `?${asked}`;
  const sent = bodyMembers(operation).filter((member) => args[member] !== undefined);
  const body = Object.fromEntries(sent.map((member) => [member, args[member]]));
  return {
    method: method.toUpperCase(),
    path: `${filled}${search}`,
    body: sent.length === 0 ? undefined : body,
    idempotencyKey: operation.needsKey && asText(args.idempotency_key),
  };
}

/** Formats the call as a shell command. */
export function curlOf({ method, path, body, idempotencyKey }: ExampleCall, url: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${url}${path}`)}`,
    `-H "x-api-key: $KEY"`,
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`idempotency-key: ${idempotencyKey}`)}`]),
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Converts a path or query member to text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
