import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { jcs, type Submission } from '../../actors/signer.js';
import { type Also, type Case, cases, type Refusal } from './case.js';
import { stored } from './member-rows.js';
import type { Stage } from './stage.js';

/** Rows 51 to 62: encoding and content of the signature. */

const ENCODING: Refusal = [400, 'invalid_signature_encoding', /^signature: /];
const INVALID: Refusal = [400, 'signature_invalid', /^signature: .*, whose SHA-256 is [0-9a-f]{64}$/];

/** Builds a body whose signature is replaced by a value derived from the valid one. */
const signed = (change: (signature: string) => unknown): Case['body'] => {
  return (stage) => {
    const submission = stage.signed();
    return { ...submission, signature: change(submission.signature) };
  };
};

const bytesOf = (signature: string) => Buffer.from(signature, 'base64');
const flipped = (signature: string, bit: number) => {
  const bytes = bytesOf(signature);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString('base64');
};

/** Order of the base point (RFC 8032, 5.1). */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Returns the signature with S + `times` * L instead of S, which is equal modulo L. */
function malleated(signature: string, times: bigint): string {
  const bytes = bytesOf(signature);
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + times * L;
  const hex = s.toString(16).padStart(64, '0');
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(hex, 'hex').reverse()]).toString('base64');
}

/** Returns a submission whose signature has other characters in base64url than in base64. */
function withPlusOrSlash(stage: Stage): Submission {
  for (;;) {
    const submission = stage.signed();
    if (/[+/]/.test(submission.signature)) return submission;
  }
}

const ENCODINGS: readonly Case[] = [
  ...cases(51, ENCODING, [
    ['signature missing', (stage) => ({ ...stage.signed(), signature: undefined })],
    ['signature null', signed(() => null)],
    ['signature a number', signed(() => 1)],
    ['signature empty', signed(() => '')],
    ['signature a list of bytes', signed((signature) => [...bytesOf(signature)])],
  ]),
  ...cases(52, ENCODING, [
    [
      'signature in base64url',
      (stage) => {
        const submission = withPlusOrSlash(stage);
        return { ...submission, signature: submission.signature.replaceAll('+', '-').replaceAll('/', '_') };
      },
    ],
    ['signature in unpadded base64url', signed((signature) => bytesOf(signature).toString('base64url'))],
    ['signature unpadded', signed((signature) => signature.replace(/=+$/, ''))],
    ['signature with a newline at the end', signed((signature) => `${signature}\n`)],
    ['signature with a newline inside', signed((signature) => `${signature.slice(0, 64)}\n${signature.slice(64)}`)],
    ['signature with spaces', signed((signature) => ` ${signature} `)],
    ['signature with junk', signed((signature) => `${signature.slice(0, 40)}!${signature.slice(41)}`)],
    [
      'signature with junk that decoders skip',
      signed((signature) => `${signature.slice(0, 40)}*${signature.slice(40)}`),
    ],
  ]),
  ...cases(53, ENCODING, [
    [
      'signature with pad bits that are not zero',
      signed((signature) => signature.replace(/(.)==$/, (_, last: string) => `${nextLetter(last)}==`)),
    ],
    ['signature with text after ==', signed((signature) => `${signature}AA==`)],
    ['signature with a third =', signed((signature) => `${signature}=`)],
  ]),
  ...cases(54, ENCODING, [
    ['signature of 63 bytes', signed((signature) => bytesOf(signature).subarray(1).toString('base64'))],
    [
      'signature of 65 bytes',
      signed((signature) => Buffer.concat([bytesOf(signature), Buffer.of(0)]).toString('base64')),
    ],
    ['signature in hex', signed((signature) => bytesOf(signature).toString('hex'))],
    ['signature of 60 KB', signed(() => 'A'.repeat(60_000))],
  ]),
];

/** Returns the next base64 character. If the last bit of the given character is 0, the two differ only in that bit. */
function nextLetter(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet[alphabet.indexOf(letter) + 1] ?? '';
}

/** Builds a body with a signature over bytes that are not the receipt's canonical JSON. */
const over =
  (bytes: (submission: Submission) => string | Uint8Array): Case['body'] =>
  (stage) => {
    const submission = stage.signed({ metadata: { n: 1 } });
    return { ...submission, signature: stage.a.signer.signText(bytes(submission)) };
  };

/** Builds a body with the receipt `signedAs`, whose members are replaced by those of `sentAs` after signing. */
const altered =
  (signedAs: Readonly<Record<string, unknown>>, sentAs: Readonly<Record<string, unknown>>): Case['body'] =>
  (stage) => {
    const submission = stage.signed(signedAs);
    return { ...submission, receipt: { ...submission.receipt, ...sentAs } };
  };

const WRONG: readonly Case[] = [
  ...cases(55, INVALID, [['signature of 64 zero bytes', signed(() => `${'A'.repeat(86)}==`)]]),
  ...cases(56, INVALID, [
    ['S replaced by S + L', signed((signature) => malleated(signature, 1n))],
    ['S replaced by S + 2 L', signed((signature) => malleated(signature, 2n))],
    ['S replaced by S + 8 L', signed((signature) => malleated(signature, 8n))],
  ]),
  ...cases(57, INVALID, [
    ...[0, 100, 255].map((bit) => [`bit ${bit} of R`, signed((signature) => flipped(signature, bit))] as const),
    ...[256, 400, 511].map((bit) => [`bit ${bit - 256} of S`, signed((signature) => flipped(signature, bit))] as const),
    ['one bit of the payload: resolution', altered({ resolution: 'success' }, { resolution: 'succesr' })],
    ['one bit of the payload: job_id', altered({ job_id: 'job-1' }, { job_id: 'job-0' })],
    ['one bit of the payload: context_hash', altered({ context_hash: 'sha256:0' }, { context_hash: 'sha256:1' })],
  ]),
  ...cases(58, INVALID, [
    ['signed over pretty-printed JSON', over(({ receipt }) => JSON.stringify(receipt, null, 2))],
    ['signed over JSON with its members unsorted', over(({ receipt }) => JSON.stringify(receipt))],
    [
      'signed over SHA-256 of the canonical JSON',
      over(({ receipt }) => createHash('sha256').update(jcs(receipt)).digest()),
    ],
    ['signed over this SHA-256 in hex', over(({ receipt }) => createHash('sha256').update(jcs(receipt)).digest('hex'))],
    ['signed over the canonical JSON and a newline', over(({ receipt }) => `${jcs(receipt)}\n`)],
    ['signed over the whole request', over(({ receipt, public_key }) => jcs({ receipt, public_key }))],
  ]),
  ...cases(59, INVALID, [['metadata {} added', altered({}, { metadata: {} })]]),
  ...cases(59, INVALID, [
    ['metadata {} removed', altered({ metadata: {} }, { metadata: undefined })],
    ['a null member added to metadata', altered({ metadata: { a: 1 } }, { metadata: { a: 1, b: null } })],
  ]),
  ...cases(60, INVALID, [
    ['NFC changed to NFD', altered({ metadata: { name: 'Zo\u00eb' } }, { metadata: { name: 'Zoe\u0308' } })],
    ['NFD changed to NFC', altered({ metadata: { name: 'Zoe\u0308' } }, { metadata: { name: 'Zo\u00eb' } })],
  ]),
  ...cases(61, INVALID, [
    ['0.1 changed to 0.10000000000000002', altered({ metadata: { n: 0.1 } }, { metadata: { n: 0.10000000000000002 } })],
  ]),
];

/** Builds a body that has the same receipt in another JSON text. */
function rewritten(write: (submission: Submission) => string): Case['body'] {
  return (stage) => write(stage.signed({ job_id: `A-${stage.receipt().job_id}`, metadata: { z: 1, a: [1, 2] } }));
}

const sameBytes: Also = async (stage, answer) => {
  const { row } = await stored(stage, answer);
  const bytes = Buffer.from(row.signed_bytes).toString('utf8');
  expect(jcs(JSON.parse(bytes))).toBe(bytes);
  expect(bytes).toContain('"metadata":{"a":[1,2],"z":1}');
  expect(bytes).toContain('"job_id":"A-');
};

const SAME: readonly Case[] = cases(62, 'verified', [
  [
    'members in another order',
    rewritten(({ receipt, ...rest }) =>
      JSON.stringify({ ...rest, receipt: Object.fromEntries(Object.entries(receipt).reverse()) }),
    ),
    { also: sameBytes },
  ],
  ['other white space', rewritten((submission) => JSON.stringify(submission, null, '\t \r')), { also: sameBytes }],
  ['1.0 for 1', rewritten((submission) => JSON.stringify(submission).replace('"z":1', '"z":1.0')), { also: sameBytes }],
  [
    '10e-1 for 1',
    rewritten((submission) => JSON.stringify(submission).replace('"z":1', '"z":10e-1')),
    { also: sameBytes },
  ],
  [
    '\\u0041 for A',
    rewritten((submission) => JSON.stringify(submission).replace('"A-', '"\\u0041-')),
    { also: sameBytes },
  ],
  [
    'a member name with escapes',
    rewritten((submission) => JSON.stringify(submission).replace('"job_id"', '"\\u006aob\\u005fid"')),
    { also: sameBytes },
  ],
]);

export const SIGNATURE_ROWS: readonly Case[] = [...ENCODINGS, ...WRONG, ...SAME];
