import { expect } from 'vitest';
import type { ZodType } from 'zod';
import { getOrder } from '../../src/ucp/operations/get-order.js';
import { listOperations } from '../../src/ucp/operations/index.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import type { ProtocolVersion } from '../../src/ucp/versions/version.js';
import type { Answered, RequestOptions, TestPortal } from '../support/portal.js';
import { checkout as earlyCheckout, order as earlyOrder } from './early-contract.js';
import { OF_THE_REQUEST, ownProblems } from './held-own.js';
import { profileProblems } from './held-profiles.js';
import { callIn, resultProblems, rpcProblems } from './held-rpc.js';
import { refusalProblems } from './refusals.js';
import { RULES } from './rules/index.js';
import { withSigns } from './rules/signs.js';
import { TOTALS } from './rules/totals.js';
import { answerProblems, HAS_SCHEMAS, requestProblems } from './schemas.js';

/**
 * Validates every UCP response in tests against the schemas of its version, the rules beyond schemas, and the table of
 * errors, and every accepted body against the request schemas. No test can skip this, because the returned portal
 * does it in `request`.
 * @param requests `wrong` for deliberately invalid bodies, some of which the portal accepts
 */
export function heldPortal(portal: TestPortal, requests: 'right' | 'wrong' = 'right'): TestPortal {
  return {
    ...portal,
    async request(method, path, options = {}) {
      const answered = await portal.request(method, path, options);
      const problems = problemsOf(method, path, options, answered);
      const counted = problems.filter((problem) => requests === 'right' || !problem.startsWith(OF_THE_REQUEST));
      expect(counted, `${method} ${path}: ${answered.text}`).toEqual([]);
      return answered;
    },
  };
}

/** Returns the problems of an order event, which is checked like a response in the version that it names. */
export function toldProblems(text: string): string[] {
  const answer = JSON.parse(text);
  const version = VERSIONS.find(({ date }) => date === answer.ucp.version);
  if (!version) return [`${answer.ucp.version} is no version`];
  if (version.isEarly) return earlyProblems(earlyOrder, answer);
  return exchangeProblems({ version, operation: getOrder, body: undefined, answer });
}

/** A call without the details of its binding, with the whole response body. */
interface Exchange {
  readonly version: ProtocolVersion;
  readonly operation: UcpOperation;
  readonly body: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into before its form is known
  readonly answer: any;
}

function problemsOf(method: string, path: string, options: RequestOptions, answered: Answered): string[] {
  if (/^\/\.well-known\/ucp/.test(path)) return profileProblems(path, answered);
  const [, date = '', below = ''] = /^\/ucp\/([^/?]+)([^?]*)/.exec(path) ?? [];
  const version = VERSIONS.find((one) => one.date === date);
  if (!version || method === 'HEAD') return [];
  const sent = jsonIn(options);
  if (below === '/mcp') return mcpProblems(version, sent, answered);
  if (answered.status >= 300) return refusalProblems(version, answered);
  const operation = listOperations(version).find(
    ({ rest }) =>
      rest.method === method.toLowerCase() &&
      new RegExp(`^${rest.path.replace('{id}', '[^/]+')}$`).test(below.replace(/\/$/, '')),
  );
  if (!operation) return [`${path} is no route, and was answered with ${answered.status}`];
  return [
    ...statusProblems(operation, answered),
    ...exchangeProblems({ version, operation, body: sent, answer: answered.json }),
  ];
}

/** Expects 201 if an object was created, otherwise 200, even if creating it failed. */
function statusProblems({ rest }: UcpOperation, { status, json }: Answered): string[] {
  const expected = json?.id === undefined ? 200 : (rest.status ?? 200);
  return status === expected ? [] : [`the status is ${status} and not ${expected}`];
}

function mcpProblems(version: ProtocolVersion, sent: unknown, answered: Answered): string[] {
  const called = callIn(sent);
  if (answered.json?.error) return rpcProblems(version, sent, answered);
  const operation = listOperations(version).find(({ name }) => name === called?.name);
  if (!called || !operation) return [];
  const answer = answered.json?.result?.structuredContent;
  return [
    ...resultProblems(operation, called, answered),
    ...exchangeProblems({ version, operation, answer, body: called.args[operation.payload ?? ''] }),
  ];
}

function exchangeProblems({ version, operation, body, answer }: Exchange): string[] {
  const { date } = version;
  const { name } = operation;
  if (version.isEarly) return earlyExchangeProblems({ version, operation, body, answer });
  const capabilities = Object.keys(answer?.ucp?.capabilities ?? {});
  const forms = HAS_SCHEMAS
    ? [
        ...answerProblems(date, name, capabilities, answer),
        ...requestProblems(date, name, capabilities, body).map((problem) => `${OF_THE_REQUEST}${problem}`),
        ...ownProblems(date, operation, body, answer),
      ]
    : [];
  if (answer?.ucp?.status === 'error' || forms.length > 0) return forms;
  const held = { version: date, operation: name, sent: body, answer };
  return RULES.flatMap(({ must, broken }) => broken(held).map((problem) => `${must}: ${problem}`));
}

/** Returns the problems of a response of 2026-01-11, whose totals follow the same rules, apart from their signs. */
function earlyExchangeProblems({ version: { date }, operation, body, answer }: Exchange): string[] {
  const wrong = earlyProblems(earlyCheckout, answer);
  if (wrong.length > 0) return wrong;
  const held = { version: date, operation: operation.name, sent: body, answer: withSigns(answer, date) };
  return TOTALS.flatMap(({ must, broken }) => broken(held).map((problem) => `${must}: ${problem}`));
}

function earlyProblems(form: ZodType, answer: unknown): string[] {
  const issues = form.safeParse(answer).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function jsonIn({ raw, body }: RequestOptions): unknown {
  if (raw === undefined) return body;
  try {
    return JSON.parse(Buffer.from(raw).toString());
  } catch {
    return undefined;
  }
}
