import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../src/attestation/checkpoint.js';
import { cosign, cosignatureBy } from '../../src/attestation/cosignature.js';
import { cosignaturesOf, openCosigned } from '../../src/attestation/cosigned-checkpoint.js';
import { leafHash } from '../../src/attestation/merkle.js';
import { COSIGNATURE, noteParts, readVkey, signNote, vkeyOf } from '../../src/attestation/note.js';
import { hasQuorum, readPolicy } from '../../src/attestation/policy.js';
import { refusal } from './judge.js';
import { makeSigner } from './proof-sample.js';

const LOG = makeSigner('log.example/org_1/1');
const NOTE = signCheckpoint({ size: 7, root: leafHash(Uint8Array.of(1)) }, LOG);
const { text } = noteParts(NOTE);
const WITNESSES = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => ({
  name,
  key: makeSigner(`witness.example/${name}`),
}));
const TIME = 1_679_315_147;

/** The example policy of the specification, with generated keys. */
const POLICY = `
log ${vkeyOf(LOG)}

${WITNESSES.slice(0, 3)
  .map(({ name, key }) => `witness ${name} ${vkeyOf(key, COSIGNATURE)}`)
  .join('\n')}
group X-witnesses 2 X1 X2 X3

${WITNESSES.slice(3)
  .map(({ name, key }) => `witness ${name} ${vkeyOf(key, COSIGNATURE)} https://${name}.example/`)
  .join('\n')}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

/** Returns the checkpoint with cosignatures of these witnesses. */
function cosignedBy(...names: readonly string[]): string {
  const by = WITNESSES.filter(({ name }) => names.includes(name));
  return NOTE + by.map(({ key }) => cosign(text, key, TIME)).join('');
}

describe('cosignatures', () => {
  const { key } = WITNESSES[0] ?? { key: LOG };
  const line = cosign(text, key, TIME);

  it('have the bytes that the specification defines', () => {
    const [dash, name, base64 = ''] = line.trimEnd().split(' ');
    const bytes = Buffer.from(base64, 'base64');
    const id = createHash('sha256')
      .update(`${key.name}\n`)
      .update(Uint8Array.of(4))
      .update(key.publicKey.bytes)
      .digest();
    expect([dash, name]).toEqual(['\u2014', key.name]);
    expect(bytes.subarray(0, 4)).toEqual(id.subarray(0, 4));
    expect(bytes.readBigUInt64BE(4)).toBe(BigInt(TIME));
    const message = Buffer.from(`cosignature/v1\ntime ${TIME}\n${text}`);
    expect(verify(null, message, createPublicKey(key.publicKey.pem), bytes.subarray(12))).toBe(true);
  });

  it('finds the newest cosignature of a witness, and ignores unknown witnesses', () => {
    const { signatures } = noteParts(NOTE + line + cosign(text, key, TIME + 5));
    expect(cosignatureBy(key, text, signatures)).toEqual({ time: TIME + 5, line: cosign(text, key, TIME + 5) });
    expect(cosignatureBy(makeSigner(key.name), text, signatures)).toBeUndefined();
    // A signature of another type by the same key is not a cosignature.
    expect(cosignatureBy(key, text, noteParts(NOTE + signNote(text, key).split('\n\n')[1]).signatures)).toBeUndefined();
  });

  it.each([
    [
      'another time',
      cosign(
        text,
        {
          ...key,
          sign: (message) =>
            key.sign(Buffer.concat([message.subarray(0, 15), Buffer.from('time 1'), message.subarray(30)])),
        },
        TIME,
      ),
    ],
    ['another text', cosign(`${text}more\n`, key, TIME)],
    ['63 bytes', cosign(text, { ...key, sign: (message) => key.sign(message).subarray(1) }, TIME)],
    ['a time of 2^63', cosign(text, key, 2 ** 63)],
  ])('rejects a cosignature with %s', (_, wrong) => {
    expect(refusal(() => cosignatureBy(key, text, noteParts(NOTE + wrong).signatures)).code).toBe('invalid_note');
  });

  it('writes and reads keys in the published form of a witness', () => {
    const vkey = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
    expect(vkeyOf(readVkey(vkey, COSIGNATURE), COSIGNATURE)).toBe(vkey);
    expect(refusal(() => readVkey(vkey)).code).toBe('invalid_note');
    expect(refusal(() => readVkey(vkeyOf(key), COSIGNATURE)).code).toBe('invalid_note');
  });

  it("reads the lines of the specification's example", () => {
    const example = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;
    const [log, witness] = noteParts(example).signatures;
    expect([log?.bytes.length, witness?.name, witness?.bytes.length]).toEqual([68, 'witness.example.com/w1', 76]);
    expect(Buffer.from(witness?.bytes ?? []).readBigUInt64BE(4)).toBe(1_679_315_147n);
  });
});

describe('policies', () => {
  const policy = readPolicy(POLICY);

  it('contain logs, witnesses, groups and quorum', () => {
    expect(policy.logs.map(({ verifier }) => vkeyOf(verifier))).toEqual([vkeyOf(LOG)]);
    expect([...policy.witnesses.keys()]).toEqual(['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']);
    expect(policy.witnesses.get('Y1')?.url).toBe('https://Y1.example/');
    expect(policy.groups.get('X-and-Y')).toEqual({ threshold: 2, members: ['X-witnesses', 'Y-witnesses'] });
    expect(policy.quorum).toBe('X-and-Y');
  });

  it.each([
    [[], false],
    [['X1', 'X2'], false],
    [['Y1', 'Y2', 'Y3'], false],
    [['X1', 'Y1'], false],
    [['X1', 'X3', 'Y2'], true],
    [['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'], true],
  ])('are met by the cosignatures of %j: %s', (names, met) => {
    expect(hasQuorum(policy, new Set(names))).toBe(met);
    const open = () => openCosigned(cosignedBy(...names), LOG, policy);
    if (met) expect(open()).toMatchObject({ size: 7, witnesses: names });
    else expect(refusal(open).code).toBe('quorum_not_met');
    expect([...cosignaturesOf(cosignedBy(...names), policy).keys()]).toEqual(names);
  });

  it('accept a checkpoint without cosignatures if the quorum is none, unless they list only other logs', () => {
    expect(openCosigned(NOTE, LOG, readPolicy('quorum none')).witnesses).toEqual([]);
    const other = readPolicy(`log ${vkeyOf(makeSigner(LOG.name))}\nquorum none`);
    expect(refusal(() => openCosigned(NOTE, LOG, other)).code).toBe('invalid_note');
  });

  it('reject a checkpoint with an invalid cosignature', () => {
    const wrong = cosign(`${text}x\n`, WITNESSES[0]?.key ?? LOG, TIME);
    expect(refusal(() => openCosigned(cosignedBy('X2', 'X3', 'Y1') + wrong, LOG, policy)).code).toBe('invalid_note');
  });

  const [a = '', b = ''] = WITNESSES.map(({ key }) => vkeyOf(key, COSIGNATURE));
  const two = `witness a ${a}\nwitness b ${b}\n`;
  it('accept tabs, comments, empty lines, and 32 each of logs, witnesses and groups', () => {
    expect(readPolicy(`# comment\n\t \n  witness\ta  ${a}\t\n quorum\ta`).quorum).toBe('a');
    const many = Array.from({ length: 32 }, (_, at) => makeSigner(`w${at}`));
    const lines = many.flatMap((key, at) => [
      `log ${vkeyOf(key)}`,
      `witness w${at} ${vkeyOf(key, COSIGNATURE)}`,
      `group g${at} 1 w${at}${at === 0 ? '' : ` g${at - 1}`}`,
    ]);
    expect(readPolicy(`${lines.join('\n')}\nquorum g31`).groups.size).toBe(32);
  });

  it.each([
    ['no quorum', two],
    ['two quorums', `${two}quorum a\nquorum b`],
    ['an unknown quorum', `${two}quorum c`],
    ['a quorum that is defined later', `quorum a\n${two}`],
    ['an unknown word', `${two}quorums a`],
    ['a witness without a key', 'witness a\nquorum none'],
    ['a witness with the key of a log', `witness a ${vkeyOf(LOG)}\nquorum a`],
    ['a log with the key of a witness', `log ${a}\nquorum none`],
    ['one key twice', `${two}witness c ${a}\nquorum a`],
    [
      'one key under two names',
      `witness a ${vkeyOf({ ...LOG, name: 'a' }, COSIGNATURE)}\nwitness b ${vkeyOf(LOG, COSIGNATURE)}\nquorum a`,
    ],
    ['one name twice', `witness a ${a}\nwitness a ${b}\nquorum a`],
    ['a witness named none', `witness none ${a}\nquorum none`],
    ['a group with the member none', `${two}group g any none\nquorum g`],
    ['a group without members', `${two}group g any\nquorum g`],
    ['a group with a member that comes later', `group g any a\n${two}quorum g`],
    ['a member twice', `${two}group g 1 a a\nquorum g`],
    ['a member of two groups', `${two}group g any a\ngroup h any a\nquorum g`],
    ['a threshold of 0', `${two}group g 0 a b\nquorum g`],
    ['a threshold of 3 for 2 members', `${two}group g 3 a b\nquorum g`],
    ['a threshold of 01', `${two}group g 01 a b\nquorum g`],
    ['a group with the name of a witness', `${two}group a any b\nquorum a`],
    ['a carriage return', `${two}quorum a\r\n`],
    ['more than 64 KiB', `quorum none\n${'#'.repeat(64 * 1024)}`],
  ])('rejects a policy with %s', (_, wrong) => {
    expect(refusal(() => readPolicy(wrong)).code).toBe('invalid_policy');
  });
});
