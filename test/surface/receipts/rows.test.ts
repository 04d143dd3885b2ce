import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../contract/portal-api.js';
import { checkEach } from '../../support/cells.js';
import { parseToolResult } from '../../support/tool-result.js';
import { bytesOf, type Case, JSON_TYPE, keyLine, title } from './case.js';
import { KEY_ROWS } from './key-rows.js';
import { MEMBER_ROWS } from './member-rows.js';
import { SIGNATURE_ROWS } from './signature-rows.js';
import { Stage } from './stage.js';
import { BAD_CHECKSUM, TRANSPORT_ROWS } from './transport-rows.js';
import type { Answer } from './wire.js';

/** The rows of case.ts, over HTTP and, from row 13, over MCP. flows.test.ts has rules that concern several calls. */

const SUBJECTS = {
  transport: [BAD_CHECKSUM, ...TRANSPORT_ROWS],
  members: MEMBER_ROWS,
  signature: SIGNATURE_ROWS,
  key: KEY_ROWS,
} as const satisfies Readonly<Record<string, readonly Case[]>>;
type Subject = keyof typeof SUBJECTS;
const ROWS: readonly Case[] = Object.values(SUBJECTS)
  .flat()
  .sort((one, two) => one.row - two.row);
/** Rows that also apply to MCP clients. */
const SURVIVING = ROWS.filter(({ row }) => row >= 13);

const casesOf = (subject: Subject, rows: readonly Case[]) =>
  rows.filter((row) => SUBJECTS[subject].some((one) => one === row));
const subjectsOf = (rows: readonly Case[]) =>
  (['transport', 'members', 'signature', 'key'] as const).filter((subject) => casesOf(subject, rows).length > 0);

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.portal.close());

/** Runs one case. A rejected submission must write nothing, and an accepted one must add one receipt and one leaf. */
async function run(
  one: Case,
  verified: boolean,
  call: (body: string | Uint8Array) => Promise<Answer>,
): Promise<Answer> {
  const body = bytesOf(one.body(stage));
  const before = verified ? await stage.sizes() : await stage.tables();
  const answer = await call(body);
  if (verified) expect(await stage.sizes(), answer.text).toEqual(Object(before).map((count: number) => count + 1));
  else expect(await stage.tables()).toEqual(before);
  return answer;
}

it('lists rows 1 to 78 except 46, each with a unique name', () => {
  const rows = Array.from({ length: 78 }, (_, n) => n + 1).filter((row) => row !== 46);
  expect([...new Set(ROWS.map(({ row }) => row))]).toEqual(rows);
  expect(new Set(ROWS.map(title)).size).toBe(ROWS.length);
});

async function checkHttp(one: Case): Promise<void> {
  const headers = one.headers?.(stage) ?? [JSON_TYPE, keyLine(stage.keys.right)];
  const verified = one.outcome === 'verified';
  const answer = await run(one, verified, (body) => stage.submit(body, headers));
  if (one.outcome === 'verified') {
    expect(answer).toMatchObject({ status: 200, json: { id: expect.any(String), status: 'verified' } });
    expect(Object.keys(answer.json)).toEqual(['id', 'status', 'bound_to']);
  } else {
    const [status, error, detail = /./] = one.outcome;
    expect({ status: answer.status, error: answer.json?.error }).toEqual({ status, error });
    expect(answer.json.detail).toMatch(detail);
    expect(errorBody.parse(answer.json)).toEqual(answer.json);
  }
  await one.also?.(stage, answer);
}

describe('over HTTP', () => {
  it.each(subjectsOf(ROWS))('returns the expected result for every row about the %s', async (subject) => {
    await checkEach(casesOf(subject, ROWS), title, checkHttp);
  });
});

async function checkMcp(one: Case): Promise<void> {
  const expected = one.mcp?.outcome ?? (one.outcome === 'verified' ? 'verified' : one.outcome[1]);
  const answer = await run(one, expected === 'verified', (body) => stage.call('submit_receipt', body));
  if (expected === 'parse error') {
    expect(answer).toMatchObject({ status: 400, json: { error: { code: -32700 } } });
    return;
  }
  if (expected === 'unread number') {
    const message = expect.stringMatching(
      /^invalid_request: params\.arguments\.receipt\.metadata\.value.*double can hold/,
    );
    expect(answer).toMatchObject({ status: 400, json: { error: { code: -32600, message } } });
    return;
  }
  if (expected === 'too large') {
    expect(answer).toMatchObject({ status: 413 });
    return;
  }
  expect(answer.status).toBe(200);
  const { result } = answer.json;
  const said = parseToolResult(result);
  expect(result).not.toHaveProperty('structuredContent');
  if (expected === 'verified') {
    expect(said).toEqual({ id: expect.any(String), status: 'verified', bound_to: null });
  } else {
    expect([result.isError, said.error]).toEqual([true, expected]);
    expect(Object.keys(said)).toEqual(['error', 'detail', 'next']);
    const detail = one.mcp || one.outcome === 'verified' ? /./ : (one.outcome[2] ?? /./);
    expect(said.detail).toMatch(detail);
  }
  if (!one.mcp) await one.also?.(stage, answer);
}

const overMcp = ({ mcp }: Case) => (mcp ? ` (over MCP ${mcp.outcome}: ${mcp.why})` : '');

describe('over MCP', () => {
  it.each(subjectsOf(SURVIVING))('returns the expected result for every row about the %s', async (subject) => {
    await checkEach(casesOf(subject, SURVIVING), (one) => `${title(one)}${overMcp(one)}`, checkMcp);
  });
});
