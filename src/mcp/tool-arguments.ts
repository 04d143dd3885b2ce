import type { Operation } from '../calls/define.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { normalizeArguments } from './leniency/normalize-arguments.js';
import { assertStrict } from './strict-arguments.js';
import { IDEMPOTENCY_ARGUMENT } from './tools.js';

export type Args = Readonly<Record<string, unknown>>;

/** The arguments of one tool call. They are checked and converted when they are first read. */
export interface ToolArguments {
  /** The idempotency key, if it is a string. */
  readonly key: string | undefined;
  /**
   * Reads the other arguments in the form that the operation declares.
   * @throws PortalError `invalid_request`, `invalid_json`
   */
  read(): Args;
}

export function toolArguments(operation: Operation, given: Args): ToolArguments {
  const { sent, args } = withoutKey(given);
  // A read can be repeated without a key, so any key is ignored (docs/api.md, Repeats).
  const keys = operation.effect === 'read' ? [] : sent;
  const [key] = keys;
  let read: Args | undefined;
  return {
    key: typeof key === 'string' ? key : undefined,
    read() {
      if (read) return read;
      assertKeys(keys);
      assertStrict(args);
      read = normalizeArguments(operation, args);
      return read;
    },
  };
}

/** Some clients send argument names in camel case. */
const CAMEL_ARGUMENT = 'idempotencyKey';

/** Separates the key from the other arguments. An empty key counts as absent, like any empty optional member. */
function withoutKey({ [IDEMPOTENCY_ARGUMENT]: own, [CAMEL_ARGUMENT]: camel, ...args }: Args) {
  return { sent: [own, camel].filter((key) => key !== undefined && key !== null && key !== ''), args };
}

function assertKeys([key, other = key]: readonly unknown[]): void {
  if (key !== undefined && typeof key !== 'string')
    throw new PortalError('invalid_request', `${IDEMPOTENCY_ARGUMENT}: must be a string`);
  if (key === other) return;
  const detail = `${CAMEL_ARGUMENT}: is an alias of "${IDEMPOTENCY_ARGUMENT}", which was sent with a different value; send only "${IDEMPOTENCY_ARGUMENT}"`;
  throw new PortalError('invalid_request', detail);
}
