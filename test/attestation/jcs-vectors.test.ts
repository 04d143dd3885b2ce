import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { FOLDER, readJson, readText, vectors } from './vectors.js';

const PAIRS = ['arrays.json', 'french.json', 'structures.json', 'values.json'];

vectors('RFC 8785, 4 pairs of input and output', () => {
  it('contains all vectors', () => {
    expect(readdirSync(join(FOLDER, 'jcs', 'input')).sort()).toEqual(PAIRS);
    expect(readdirSync(join(FOLDER, 'jcs', 'output')).sort()).toEqual(PAIRS);
  });

  it.each(PAIRS)('converts the input %s to the published output', (name) => {
    expect(canonicalJson(JSON.parse(readText(`jcs/input/${name}`)))).toBe(readText(`jcs/output/${name}`));
  });

  it.each(PAIRS)('keeps the output of %s unchanged', (name) => {
    const output = readText(`jcs/output/${name}`);
    expect(canonicalJson(JSON.parse(output))).toBe(output);
  });
});

vectors('RFC 8785, 10,000 numbers', () => {
  const text = readText('jcs/es6_numbers_first_10000.txt');
  const lines = text.trimEnd().split('\n');

  it('reads the file as published, with all lines', () => {
    const published = 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892';
    expect(createHash('sha256').update(text).digest('hex')).toBe(published);
    expect(lines).toHaveLength(10_000);
  });

  it('writes all 10,000 numbers as ECMAScript does', () => {
    const view = new DataView(new ArrayBuffer(8));
    const found = lines.map((line) => {
      const [bits = ''] = line.split(',');
      view.setBigUint64(0, BigInt(`0x${bits}`));
      return `${bits},${canonicalJson(view.getFloat64(0))}`;
    });
    expect(found).toEqual(lines);
  });
});

const AGENT_RECEIPTS = z.object({
  canonicalization_vectors: z.array(
    z.object({
      name: z.string(),
      input: z.unknown(),
      canonical: z.string(),
      expectedHash: z.string().optional(),
    }),
  ),
});

vectors('canonicalization of agent-receipts, 24 cases', () => {
  const cases = readJson('agent-receipts/canonicalization_vectors.json', AGENT_RECEIPTS).canonicalization_vectors;

  it('contains all vectors, one with a hash', () => {
    expect(cases).toHaveLength(24);
    expect(cases.filter(({ expectedHash }) => expectedHash !== undefined)).toHaveLength(1);
  });

  it.each(cases)('$name', ({ input, canonical, expectedHash }) => {
    const text = canonicalJson(input);
    expect(text).toBe(canonical);
    if (expectedHash !== undefined) {
      expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(expectedHash);
    }
  });
});
