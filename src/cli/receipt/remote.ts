import { z } from 'zod';
import type { Cli } from '../command.js';
import { httpUrl } from '../http-url.js';
import { CommandError } from '../output.js';

/** Option of the commands that call a portal over HTTP. */
export const URL_OPTION = ['--url <url>', 'URL of the portal', 'http://127.0.0.1:3000'] as const;

const refusal = z.looseObject({ error: z.string(), detail: z.string().optional() });

/**
 * Posts JSON to a portal with the key in PORTAL_API_KEY.
 * @throws CommandError when the key is missing, or when the portal is unreachable or rejects the call
 */
export function post<Schema extends z.ZodType>(
  cli: Cli,
  url: string,
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> {
  const headers = { 'content-type': 'application/json' };
  return call(cli, url, path, { method: 'POST', headers, body: JSON.stringify(body) }, schema);
}

/** Like `post`, but sends a GET request without a body. */
export function get<Schema extends z.ZodType>(
  cli: Cli,
  url: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return call(cli, url, path, { method: 'GET', headers: {} }, schema);
}

interface Call {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function call<Schema extends z.ZodType>(
  { env }: Cli,
  url: string,
  path: string,
  { headers, ...sent }: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  const key = env.PORTAL_API_KEY;
  if (!key) throw new CommandError('PORTAL_API_KEY is not set: set it to the API key to call with');
  // For an invalid header value, the error of fetch would show the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError('PORTAL_API_KEY is not an API key: it contains other characters');
  const response = await fetch(`${httpUrl(url, '--url must be the URL of a portal')}${path}`, {
    ...sent,
    headers: { ...headers, 'x-api-key': key },
    // Redirects are not followed, since the key is for this portal only.
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw new CommandError(`cannot reach ${url}: ${causeOf(error)}`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const success = schema.safeParse(answer);
  if (response.ok && success.success) return success.data;
  const refused = refusal.safeParse(answer);
  throw new CommandError(
    refused.success
      ? [refused.data.error, refused.data.detail].filter(Boolean).join(': ')
      : `${url} answered ${response.status}`,
  );
}

/** Returns the cause of a failed fetch, since the message of the error itself is only "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
