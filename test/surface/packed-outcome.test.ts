import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { toJsonBytes } from '../../src/calls/json-text.js';
import { packOutcome, unpackOutcome } from '../../src/calls/packed-outcome.js';
import { knownJson } from '../../src/domain/values/known-json.js';
import { insertWrite } from '../../src/ports.js';
import { encodeRow } from '../../src/store/encode-row.js';
import { NOW, write } from '../store/sample-rows.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The longest outcome that is stored as it is. */
const PLAIN_BYTES = 3_500;

const answer = (lines: number) => ({
  answer: {
    body: { data: Array.from({ length: lines }, (_, id) => ({ id: `li_${id}`, title: 'Größe 😀', price: id })) },
  },
});

/** An outcome whose JSON has so many bytes, two of them in each character that varies. */
function outcomeOf(bytes: number) {
  const made = (text: string) => ({ answer: { body: text } });
  const left = bytes - Buffer.byteLength(JSON.stringify(made('')));
  return made('ö'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2));
}

describe('a packed outcome', () => {
  it('is compressed if it is long, and unchanged if it is short', () => {
    const long = packOutcome(answer(400));
    expect(typeof long.kept).toBe('string');
    expect(long.bytes).toBe(String(long.kept).length);
    expect(long.bytes).toBeLessThan(JSON.stringify(answer(400)).length / 4);
    const short = packOutcome(answer(2));
    expect(short.kept).toEqual(answer(2));
    expect(short.bytes).toBe(Buffer.byteLength(JSON.stringify(answer(2))));
  });

  it.each([PLAIN_BYTES - 1, PLAIN_BYTES])('is unchanged up to the size that a page holds: %i bytes', (bytes) => {
    expect(packOutcome(outcomeOf(bytes))).toEqual({ kept: outcomeOf(bytes), bytes });
  });

  it('is compressed from one byte more', () => {
    expect(packOutcome(outcomeOf(PLAIN_BYTES + 1)).bytes).toBeLessThan(100);
  });

  it('leaves the row of a SQLite file without an overflow page', async () => {
    const file = join(temporaryFolder(), 'portal.db');
    const store = await newStore(file);
    const { kept, bytes } = packOutcome(outcomeOf(PLAIN_BYTES));
    const id = '9'.repeat(36);
    const hash = 'f'.repeat(64);
    const row = { id: hash, fingerprint: hash, outcome: kept, organization_id: `org_${id}`, caller_id: `key_${id}` };
    await write(store, insertWrite('idempotency', { ...row, bytes, created_at: NOW, version: 0 }));
    await store.close();
    const database = new DatabaseConstructor(file, { readonly: true });
    const pages = database.prepare(
      "SELECT pagetype, mx_payload > 3800 AS is_full FROM dbstat WHERE name = 'idempotency'",
    );
    expect(pages.all()).toEqual([{ pagetype: 'leaf', is_full: 1 }]);
    database.close();
    rmSync(dirname(file), { recursive: true });
  });

  it.each([
    { body: { data: 'Größe 😀' } },
    { body: { data: 1 }, httpBody: { data: [2, undefined] }, version: 0 },
    { body: { data: 1 }, version: 3, httpBody: undefined },
  ])('gives its text to the row, and those of its bodies to the sender: %j', (answer) => {
    for (const outcome of [{ answer }, { answer, interim: true } as const]) {
      const { kept, bytes } = packOutcome(outcome);
      const row = { id: 'a', outcome: kept, bytes, created_at: NOW, version: 1 };
      expect(JSON.parse(encodeRow(row))).toEqual(JSON.parse(JSON.stringify({ ...row, version: undefined })));
      expect(bytes).toBe(Buffer.byteLength(JSON.stringify(outcome)));
    }
    expect(knownJson(answer.body)).toBe(JSON.stringify(answer.body));
    expect(toJsonBytes(answer.body)).toBe(Buffer.from(JSON.stringify(answer.body)).toString('latin1'));
  });

  it('leaves out an absent body', () => {
    const { kept } = packOutcome({ answer: { body: undefined, version: 3 } });
    const row = { created_at: NOW, version: 1, outcome: kept };
    const text = encodeRow(row);
    expect(JSON.parse(text)).toEqual({ created_at: NOW, outcome: { answer: { version: 3 } } });
  });

  it.each([0, 1, 10, 20, 30, 40, 50, 1000])('unpacks to the original: %i lines', (lines) => {
    expect(unpackOutcome(JSON.parse(JSON.stringify(packOutcome(answer(lines)).kept)))).toEqual(answer(lines));
  });
});
