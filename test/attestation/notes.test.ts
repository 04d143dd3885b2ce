import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCheckpoint, signCheckpoint } from '../../src/attestation/checkpoint.js';
import { generateKeyPair, sign } from '../../src/attestation/ed25519.js';
import { leafHash } from '../../src/attestation/merkle.js';
import { openNote, readVkey, signNote, vkeyOf } from '../../src/attestation/note.js';
import { refusal } from './judge.js';
import { readJson, vectors } from './vectors.js';

vectors('C2SP signed note, 1 example', () => {
  const { vkey, note } = readJson('c2sp/signed_note.json', z.object({ vkey: z.string(), note: z.string() }));
  const verifier = readVkey(vkey);

  it('reads and writes its key unchanged', () => {
    expect(verifier.name).toBe('example.com/foo');
    expect(vkeyOf(verifier)).toBe(vkey);
  });

  it('opens the note', () => {
    expect(openNote(note, verifier)).toBe('This is an example message.\n');
  });

  it('rejects the note with any one character changed', () => {
    for (const at of note.split('').keys()) {
      const changed = note.slice(0, at) + String.fromCharCode(note.charCodeAt(at) ^ 1) + note.slice(at + 1);
      expect(refusal(() => openNote(changed, verifier)).code, changed).toBe('invalid_note');
    }
  });

  it('rejects the key with any one character changed', () => {
    for (const at of vkey.split('').keys()) {
      const changed = vkey.slice(0, at) + String.fromCharCode(vkey.charCodeAt(at) ^ 1) + vkey.slice(at + 1);
      expect(refusal(() => readVkey(changed)).code, changed).toBe('invalid_note');
    }
  });
});

function signer(name: string) {
  const { seed, publicKey } = generateKeyPair();
  return { name, publicKey, sign: (message: Uint8Array) => sign(message, seed) };
}

const LOG = signer('portal.example/org_1');
const OTHER = signer('portal.example/org_2');
const TEXT = 'a line\n\nafter an empty one\n';
const lineOf = (note: string) => note.slice(note.lastIndexOf('\n', note.length - 2) + 1);

describe("the portal's notes", () => {
  const note = signNote(TEXT, LOG);

  it('open with the key that signed, even when others have signed too', () => {
    const both = note + lineOf(signNote(TEXT, OTHER));
    expect([openNote(note, LOG), openNote(both, LOG), openNote(both, OTHER)]).toEqual([TEXT, TEXT, TEXT]);
  });

  it.each<[string, string]>([
    ['no content', ''],
    ['a text but no signature', TEXT],
    ['no line break at the end', note.slice(0, -1)],
    ["only another signer's signature", signNote(TEXT, OTHER)],
    ["another signer's signature under the log's name", signNote(TEXT, { ...OTHER, name: LOG.name })],
    ['the right name and key id but a wrong signature', signNote(TEXT, { ...LOG, sign: () => new Uint8Array(64) })],
    ['a signature of 63 bytes', signNote(TEXT, { ...LOG, sign: () => new Uint8Array(63) })],
    ["a second, wrong signature by the log's key", note + lineOf(signNote('other\n', LOG))],
    ['a line that is no signature', `${note}— \n`],
    ['a hyphen instead of the dash', note.replace('\u2014', '-')],
    ['a control character in the text', signNote(`a line\u001b[2K\n`, LOG)],
    ['a carriage return in the text', signNote('a line\r\n', LOG)],
    ['a control character of C1 in the text', signNote('a line\u009b2K\n', LOG)],
    ["a control character in another signer's line", note + lineOf(signNote(TEXT, { ...OTHER, name: 'a\u001b' }))],
    ['a name with a plus sign', note.replace(`\u2014 ${LOG.name}`, `\u2014 a+${LOG.name}`)],
  ])('rejects a note with %s', (_, changed) => {
    expect(refusal(() => openNote(changed, LOG)).code).toBe('invalid_note');
  });
});

describe('verifier keys', () => {
  const vkey = vkeyOf(LOG);
  const [name = '', id = ''] = vkey.split('+');
  const { bytes } = LOG.publicKey;
  const base64 = (...parts: readonly number[]) => Buffer.from([...parts, ...bytes]).toString('base64');

  it('can be read back', () => {
    expect(readVkey(vkey)).toEqual({ name: LOG.name, publicKey: LOG.publicKey });
  });

  it.each<[string, string]>([
    ['of another algorithm', `${name}+${id}+${base64(2)}`],
    ['without the byte of the algorithm', `${name}+${id}+${base64()}`],
    ['with an extra byte', `${name}+${id}+${base64(1, 1)}`],
    ['without a name', `+${id}+${base64(1)}`],
    ['with a space in the name', `a ${name}+${id}+${base64(1)}`],
    ['with a line break at the end', `${vkey}\n`],
    ['that is empty', ''],
  ])('rejects a verifier key %s', (_, other) => {
    expect(refusal(() => readVkey(other)).code).toBe('invalid_note');
  });
});

describe('checkpoints', () => {
  const root = leafHash(Uint8Array.of(1));
  const base64 = Buffer.from(root).toString('base64');

  it.each([0, 1, 300, Number.MAX_SAFE_INTEGER])('opens a checkpoint of %i leaves as it was signed', (size) => {
    expect(openCheckpoint(signCheckpoint({ size, root }, LOG), LOG)).toEqual({ origin: LOG.name, size, root });
  });

  it('may have lines after the root', () => {
    const note = signNote(`${LOG.name}\n7\n${base64}\nmore\n`, LOG);
    expect(openCheckpoint(note, LOG).size).toBe(7);
  });

  it.each<[string, string]>([
    ['of another log', `${OTHER.name}\n7\n${base64}\n`],
    ['with a size of 07', `${LOG.name}\n07\n${base64}\n`],
    ['with a size of -1', `${LOG.name}\n-1\n${base64}\n`],
    ['with a size of 7.5', `${LOG.name}\n7.5\n${base64}\n`],
    ['with a size of 2^53', `${LOG.name}\n9007199254740992\n${base64}\n`],
    ['without a size', `${LOG.name}\n\n${base64}\n`],
    ['with a root of 31 bytes', `${LOG.name}\n7\n${Buffer.from(root.subarray(1)).toString('base64')}\n`],
    ['with a root without padding', `${LOG.name}\n7\n${base64.replace('=', '')}\n`],
    ['without a root', `${LOG.name}\n7\n`],
    ['that has only a name', `${LOG.name}\n`],
  ])('rejects a checkpoint %s, even if it is signed', (_, text) => {
    expect(refusal(() => openCheckpoint(signNote(text, LOG), LOG)).code).toBe('invalid_note');
  });

  it('rejects a checkpoint by another signer', () => {
    expect(refusal(() => openCheckpoint(signCheckpoint({ size: 1, root }, OTHER), LOG)).code).toBe('invalid_note');
  });
});
