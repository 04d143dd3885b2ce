import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import type { Signer, Submission } from '../../actors/signer.js';
import { type Case, cases, type OverMcp, type Refusal } from './case.js';
import { isoAt } from './member-rows.js';
import type { Stage } from './stage.js';

/** Rows 63 to 78: the submitted key, its owner, and its status. */

const INVALID: Refusal = [400, 'invalid_public_key', /^public_key: /];
const UNSUPPORTED: Refusal = [400, 'unsupported_key_algorithm', /^public_key: /];
const WEAK: Refusal = [400, 'weak_public_key', /^public_key: /];

/** Builds a body whose `public_key` is replaced by a value derived from the valid key. */
const sent = (change: (pem: string) => unknown): Case['body'] => {
  return (stage) => ({ ...stage.signed(), public_key: change(stage.a.signer.public_key) });
};

export const spki = (hex: string) =>
  `-----BEGIN PUBLIC KEY-----\n${Buffer.from(hex, 'hex').toString('base64')}\n-----END PUBLIC KEY-----\n`;
const base64Of = (pem: string) => pem.split('\n')[1] ?? '';
const derOf = (pem: string) => Buffer.from(base64Of(pem), 'base64').toString('hex');
const keyOf = (pem: string) => derOf(pem).slice(-64);
const wrapped = (pem: string, width: number) =>
  pem.replace(base64Of(pem), (text) => text.replaceAll(new RegExp(`(.{${width}})`, 'g'), '$1\n'));

/** Private key generated for this test only. */
const PRIVATE = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pemOf = (keys: { publicKey: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer } }) =>
  keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBNDCB56ADAgECAhQHzwU19bSMk449gIgCIUoziiXrQjAFBgMrZXAwDzENMAsG
A1UEAwwEdGVzdDAgFw0yNjExMjExMzQ0NTZaGA8yMTI2MTAyODEzNDQ1NlowDzEN
MAsGA1UEAwwEdGVzdDAqMAUGAytlcAMhAPCG0g95xwe6M8vk+URLbQxVR9DUUIvD
dTWsT4MHl/RFo1MwUTAdBgNVHQ4EFgQU4nHT3k+lVLt+VbHfKJfjTUytyCUwHwYD
VR0jBBgwFoAU4nHT3k+lVLt+VbHfKJfjTUytyCUwDwYDVR0TAQH/BAUwAwEB/zAF
BgMrZXADQQBZwC3IAY+lE3A67MOW2/k31XkqA97cFccFVVupdf//Kspe/FIAdHYj
h3GCmf7MwQQWa0Kaw+F4JbUAOCIywGcE
-----END CERTIFICATE-----
`;

/** All encodings of low-order points (C2SP/CCTV). Six are not canonical: the fourth and the last five. */
export const LOW_ORDER: readonly string[] = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];
/** Bytes of a SubjectPublicKeyInfo that precede the key. */
export const PREFIX = '302a300506032b6570032100';

const LARGE: OverMcp = { outcome: 'too large', why: 'the message is larger than 1 MiB' };

const notRepeated: Case['also'] = ({ portal }, { text }) => {
  const secret = PRIVATE.split('\n')[1] ?? '-';
  expect([secret.length, text.includes(secret), portal.logged.join('').includes(secret)]).toEqual([64, false, false]);
};

/** Keys that are rejected because of their text or the point that they encode. */
export const PEM_CASES: readonly Case[] = [
  ...cases(63, INVALID, [
    ['public_key missing', (stage) => ({ ...stage.signed(), public_key: undefined })],
    ['public_key null', sent(() => null)],
    ['public_key a number', sent(() => 1)],
    ['public_key empty', sent(() => '')],
    ['public_key of 1,001 characters', sent((pem) => pem.padEnd(1001))],
    ['public_key of 40 KB', sent((pem) => pem.padEnd(40_000))],
  ]),
  ...cases(
    63,
    [413, 'payload_too_large'],
    [['public_key of 1 MB', sent((pem) => pem.padEnd(1_050_000)), { mcp: LARGE }]],
  ),
  ...cases(
    64,
    [400, 'private_key_submitted', /^public_key: /],
    [
      ['private key', sent(() => PRIVATE), { also: notRepeated }],
      ['private key with the right public one before it', sent((pem) => `${pem}${PRIVATE}`), { also: notRepeated }],
      ['encrypted private key', sent(() => PRIVATE.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')), { also: notRepeated }],
      ['RSA private key', sent(() => '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n')],
    ],
  ),
  // A text with both a public and a private key belongs to row 64, because the private key is more urgent.
  ...cases(65, INVALID, [
    ['certificate', sent(() => CERTIFICATE)],
    ['two public keys', sent((pem) => `${pem}${pem}`)],
    ['two public keys, the first of RSA', sent((pem) => `${RSA}${pem}`)],
    ['public key and certificate', sent((pem) => `${pem}${CERTIFICATE}`)],
  ]),
  ...cases(67, INVALID, [
    ['text before the PEM', sent((pem) => `my key:\n${pem}`)],
    ['text after the PEM', sent((pem) => `${pem}thanks\n`)],
    ['two line ends after the PEM', sent((pem) => `${pem}\n`)],
    ['BOM before the PEM', sent((pem) => `\ufeff${pem}`)],
    ['NUL after the PEM', sent((pem) => `${pem}\u0000`)],
    [
      'spaces in the base64',
      sent((pem) => pem.replace(base64Of(pem), (text) => `${text.slice(0, 30)} ${text.slice(30)}`)),
    ],
    ['wrapped base64', sent((pem) => wrapped(pem, 20))],
    ['all on one line', sent((pem) => pem.replaceAll('\n', ''))],
    ['\\n as two characters', sent((pem) => pem.replaceAll('\n', '\\n'))],
    ['line ends of CR alone', sent((pem) => pem.replaceAll('\n', '\r'))],
    ['another label', sent((pem) => pem.replaceAll('PUBLIC KEY', 'EC PUBLIC KEY'))],
    ['a header', sent((pem) => pem.replace('\n', '\nComment: mine\n\n'))],
    ['indented', sent((pem) => pem.replaceAll('\n', '\n '))],
  ]),
  ...cases(68, INVALID, [
    ['DER and a byte more', sent((pem) => spki(`${derOf(pem)}00`))],
    ['DER and 32 bytes more', sent((pem) => spki(`${derOf(pem)}${'00'.repeat(32)}`))],
    ['BER long length', sent((pem) => spki(`30812a300506032b6570032100${keyOf(pem)}`))],
    ['BER long length of the bit string', sent((pem) => spki(`302b300506032b657003812100${keyOf(pem)}`))],
    ['unused bits 1', sent((pem) => spki(`302a300506032b6570032101${keyOf(pem)}`))],
    ['NULL parameters', sent((pem) => spki(`302c300706032b65700500032100${keyOf(pem)}`))],
    [
      'pad bits of the base64 that are not zero',
      sent((pem) => pem.replace(/(.)=\n/, (_, last: string) => `${looseBits(last)}=\n`)),
    ],
  ]),
  ...cases(69, INVALID, [
    ['31-byte key', sent((pem) => spki(`3029300506032b6570032000${keyOf(pem).slice(2)}`))],
    ['33-byte key', sent((pem) => spki(`302b300506032b6570032200${keyOf(pem)}00`))],
    ['raw 32 bytes in base64', sent((pem) => Buffer.from(keyOf(pem), 'hex').toString('base64'))],
    ['raw 32 bytes in hex', sent((pem) => keyOf(pem))],
    ['raw 32 bytes in a PEM', sent((pem) => spki(keyOf(pem)))],
    [
      'OpenSSH line',
      sent(
        (pem) =>
          `ssh-ed25519 ${Buffer.from(`0000000b7373682d6564323535313900000020${keyOf(pem)}`, 'hex').toString('base64')}`,
      ),
    ],
    [
      'JWK text',
      sent((pem) =>
        JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(keyOf(pem), 'hex').toString('base64url') }),
      ),
    ],
    [
      'JWK object',
      sent((pem) => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(keyOf(pem), 'hex').toString('base64url') })),
    ],
    ['the fingerprint', (stage) => ({ ...stage.signed(), public_key: stage.a.signer.fingerprint })],
  ]),
  ...LOW_ORDER.flatMap((point, n) =>
    cases(71, WEAK, [[`point of low order ${n + 1} of 14`, sent(() => spki(`${PREFIX}${point}`))]]),
  ),
  ...cases(71, WEAK, [['y = p + 2, which is not reduced', sent(() => spki(`${PREFIX}ef${'ff'.repeat(30)}7f`))]]),
];

/** Returns the next base64 letter. As the last letter of a text, it differs only in bits that belong to no byte. */
function looseBits(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet[alphabet.indexOf(letter) + 1] ?? '';
}

const RSA = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));

/** Keys of other algorithms. */
export const OTHER_KEYS: readonly Case[] = cases(66, UNSUPPORTED, [
  ['RSA', sent(() => RSA)],
  ['RSA-PSS', sent(() => pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })))],
  ['P-256', sent(() => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })))],
  ['secp256k1', sent(() => pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })))],
  ['X25519', sent(() => pemOf(generateKeyPairSync('x25519')))],
  ['Ed448', sent(() => pemOf(generateKeyPairSync('ed448')))],
]);

const SAME_KEY: readonly Case[] = cases(70, 'verified', [
  ['CRLF line ends', sent((pem) => pem.replaceAll('\n', '\r\n'))],
  ['no final newline', sent((pem) => pem.trimEnd())],
  ['CRLF line ends, none at the end', sent((pem) => pem.trimEnd().replaceAll('\n', '\r\n'))],
]);

const by = (
  signer: (stage: Stage) => Signer,
  change: (stage: Stage) => Readonly<Record<string, unknown>> = () => ({}),
) => {
  return (stage: Stage): Submission => stage.signed(change(stage), signer(stage));
};

const UNKNOWN: Refusal = [400, 'signing_key_unknown', /^public_key: /];
const NO_AGENT: Refusal = [400, 'agent_unknown', /^receipt\.agent_id: /];
const NO_CONSUMER: Refusal = [400, 'consumer_unknown', /^receipt\.consumer_id: /];

const WHOSE: readonly Case[] = [
  ...cases(72, UNKNOWN, [
    [
      'key that nobody registered',
      (stage) => stage.signed({}, newKeyOf(stage)),
      // Row 73 requires an identical response.
      { also: same('unknown key') },
    ],
  ]),
  ...cases(73, UNKNOWN, [
    ['key of another organization only', by(({ foreign }) => foreign), { also: same('unknown key') }],
  ]),
  ...cases(
    74,
    [400, 'signature_invalid'],
    [
      [
        "public_key of the agent, signature by the organization's key",
        (stage) => ({ ...stage.signed({}, stage.organization), public_key: stage.a.signer.public_key }),
      ],
      [
        "public_key of the organization, signature by another agent's key",
        (stage) => ({ ...stage.signed({}, stage.b.signer), public_key: stage.organization.public_key }),
      ],
    ],
  ),
  ...cases(
    75,
    [400, 'signing_key_revoked', /^public_key: /],
    [
      [
        'revoked key, issued_at before the revocation',
        by(
          ({ revoked }) => revoked.signer,
          ({ revoked, now }) => ({ agent_id: revoked.agent_id, issued_at: isoAt(now - 3_500_000) }),
        ),
      ],
      [
        'revoked key, issued_at now',
        by(
          ({ revoked }) => revoked.signer,
          ({ revoked }) => ({ agent_id: revoked.agent_id }),
        ),
      ],
    ],
  ),
  ...cases(76, 'verified', [
    ['retired key in grace, issued_at before its retirement', retiredAt(-1)],
    ['retired key in grace, issued_at at its retirement', retiredAt(0)],
  ]),
  ...cases(
    76,
    [400, 'signing_key_retired', /^receipt\.issued_at: /],
    [
      ['retired key in grace, issued_at after its retirement', retiredAt(1)],
      [
        'retired key in grace, issued_at now',
        by(
          ({ retired }) => retired.signer,
          ({ retired }) => ({ agent_id: retired.agent_id }),
        ),
      ],
    ],
  ),
  ...cases(77, NO_AGENT, [
    [
      'agent of another organization',
      by(
        ({ organization }) => organization,
        ({ other }) => ({ agent_id: other.agent_id }),
      ),
      { also: same('unknown agent') },
    ],
    [
      'unknown agent',
      by(
        ({ organization }) => organization,
        () => ({ agent_id: 'agt_nobody' }),
      ),
      { also: same('unknown agent') },
    ],
    [
      "a consumer's id as agent_id",
      by(
        ({ organization }) => organization,
        ({ own }) => ({ agent_id: own.consumer_id }),
      ),
      { also: same('unknown agent') },
    ],
  ]),
  ...cases(77, NO_CONSUMER, [
    [
      'consumer of another organization',
      (stage) => stage.signed({ consumer_id: stage.other.consumer_id }),
      { also: same('unknown consumer') },
    ],
    ['unknown consumer', (stage) => stage.signed({ consumer_id: 'con_nobody' }), { also: same('unknown consumer') }],
    [
      "an agent's id as consumer_id",
      (stage) => stage.signed({ consumer_id: stage.a.agent_id }),
      { also: same('unknown consumer') },
    ],
  ]),
  ...cases(
    78,
    [400, 'agent_key_mismatch', /^receipt\.agent_id: /],
    [
      [
        "agent B's id, agent A's key",
        by(
          ({ a }) => a.signer,
          ({ b }) => ({ agent_id: b.agent_id }),
        ),
      ],
      ["agent A's id, agent B's key", by(({ b }) => b.signer)],
    ],
  ),
  ...cases(78, 'verified', [
    [
      "the organization's key for a receipt of its agent",
      by(
        ({ organization }) => organization,
        ({ b }) => ({ agent_id: b.agent_id }),
      ),
    ],
  ]),
];

function retiredAt(later: number) {
  return by(
    ({ retired }) => retired.signer,
    ({ retired }) => ({ agent_id: retired.agent_id, issued_at: isoAt(retired.at + later) }),
  );
}

function newKeyOf({ a }: Stage): Signer {
  const signer = { ...a.signer, public_key: pemOf(generateKeyPairSync('ed25519')) };
  return { ...signer, submission: (receipt) => ({ ...a.signer.submission(receipt), public_key: signer.public_key }) };
}

/** Checks that all cases with this name get the same response over HTTP, and the same over MCP. */
function same(what: string): NonNullable<Case['also']> {
  return (stage, { status, text }) => {
    const known = seen.get(stage) ?? new Map<string, string>();
    seen.set(stage, known);
    const name = `${what} ${status}`;
    expect(text).toBe(known.get(name) ?? text);
    known.set(name, text);
  };
}

const seen = new WeakMap<Stage, Map<string, string>>();

export const KEY_ROWS: readonly Case[] = [...PEM_CASES, ...OTHER_KEYS, ...SAME_KEY, ...WHOSE];
