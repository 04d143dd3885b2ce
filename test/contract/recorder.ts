import { expect } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { shopper } from '../actors/shopper.js';
import type { TestPortal } from '../support/portal.js';
import { httpRequest, type Surface } from '../support/surfaces.js';
import {
  BODIES,
  type DOCUMENTED_PATHS,
  ERROR_STATUS,
  errorBody,
  memberPaths,
  type OperationName,
  ORGANIZATION_SCOPES,
  operations,
  type ResponseName,
} from './portal-api.js';

type Args = Readonly<Record<string, unknown>>;

/** Keys with every scope of their kind. */
export interface RecorderKeys {
  readonly deployment: string;
  readonly organization: string;
}

/** MCP connections with each of the keys. */
export interface RecorderTools {
  readonly deployment: Surface;
  readonly organization: Surface;
}

/** Makes calls, validates each response against its schema, and records the members sent and received. */
export class Recorder {
  readonly seen = new Map<keyof typeof DOCUMENTED_PATHS, Set<string>>();
  readonly sent = new Map<OperationName, Set<string>>();
  private readonly portal: TestPortal;
  private readonly keys: RecorderKeys;
  private readonly mcp: RecorderTools | undefined;

  /** With `mcp`, calls use MCP: most checkouts are then summaries, the rest variant F. */
  constructor(portal: TestPortal, keys: RecorderKeys, mcp?: RecorderTools) {
    this.portal = portal;
    this.keys = keys;
    this.mcp = mcp;
  }

  get isAgent(): boolean {
    return this.mcp !== undefined;
  }

  /** Returns the `data` of a success. */
  async call(name: OperationName, args: Args, variant?: ResponseName) {
    const { data } = await this.body(name, args, variant);
    return data;
  }

  /**
   * Returns the success body, which must match its schema: the documented one or, for a summary over MCP, the declared
   * one. Operations with two variants require `variant`.
   */
  async body(name: OperationName, args: Args, variant?: ResponseName) {
    const body = this.mcp ? await this.overMcp(name, args) : await this.overHttp(name).ok(name, args);
    const answer = this.mcp && OPERATIONS.find((operation) => operation.name === name)?.mcp?.answer;
    if (answer) {
      const { success, error } = answer.schema.safeParse(body);
      if (!success) expect.fail(`${name} is not what agents are told: ${error.message}`);
      note(this.sent, name, sentMembers(name, args));
      return body;
    }
    const form = this.formOf(name, variant);
    const { success, error } = BODIES[form].safeParse(body);
    if (!success) expect.fail(`${name} is not ${form}: ${error.message}`);
    note(this.seen, form, isWrapped(body) ? body.data : body);
    note(this.sent, name, sentMembers(name, args));
    return body;
  }

  /** Expects an error with exactly the documented members. */
  async refused(name: OperationName, args: Args, code: string): Promise<void> {
    const { status, json } = await this.overHttp(name).send(name, args);
    expect({ status, error: json.error }).toEqual({ status: ERROR_STATUS.get(code), error: code });
    expect(errorBody.parse(json)).toEqual(json);
    note(this.seen, 'errorBody', json);
  }

  private formOf(name: OperationName, variant: ResponseName | undefined): ResponseName {
    const forms = operations.find((operation) => operation.name === name)?.responses.map(({ body }) => body) ?? [];
    if (this.mcp && forms.some((form) => form.startsWith('checkout'))) return 'checkoutF';
    const [only, ...more] = forms;
    if (variant ? !forms.includes(variant) : more.length > 0 || !only) throw new Error(`${name} answers ${forms}`);
    return variant ?? only ?? 'checkoutF';
  }

  private overHttp(name: OperationName) {
    return shopper(this.portal, { key: this.keys[kindOf(name)] });
  }

  private async overMcp(name: OperationName, args: Args) {
    const outcome = await this.mcp?.[kindOf(name)].call(name, args);
    if (outcome?.body === undefined) expect.fail(`${name}: ${JSON.stringify(outcome)}`);
    return outcome.body;
  }
}

/** True if the body wraps a single object in `data`, its only member (API document, Conventions). */
function isWrapped(body: object): boolean {
  return Object.keys(body).join() === 'data' && !Array.isArray(Reflect.get(body, 'data'));
}

/** Kind of key that an operation requires. */
function kindOf(name: OperationName): 'deployment' | 'organization' {
  const scope = operations.find((operation) => operation.name === name)?.scope ?? '';
  return ORGANIZATION_SCOPES.includes(scope) ? 'organization' : 'deployment';
}

/** Members of the body or the query; other arguments are in the path. */
function sentMembers(name: OperationName, args: Args): unknown {
  const { body, path } = httpRequest(name, args);
  return body ?? Object.fromEntries(new URL(path, 'http://localhost').searchParams);
}

function note<K>(into: Map<K, Set<string>>, name: K, value: unknown): void {
  const known = into.get(name) ?? new Set();
  for (const path of memberPaths(value)) known.add(path);
  into.set(name, known);
}
