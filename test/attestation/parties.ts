import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, webcrypto } from 'node:crypto';
import nacl from 'tweetnacl';

/** Another Ed25519 implementation; keys are PEM (PKCS#8 and SubjectPublicKeyInfo). */
export interface Party {
  readonly name: string;
  /** Reason for skipping it on this machine. */
  readonly missing?: string | undefined;
  makeKey(): Promise<string>;
  publicKeyOf(privateKey: string): Promise<string>;
  sign(privateKey: string, message: Uint8Array): Promise<Uint8Array>;
  verify(publicKey: string, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function pem(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
}

function derOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.split('\n').slice(1, -2).join(''), 'base64'));
}

const NACL: Party = {
  name: 'tweetnacl',
  makeKey: async () => pem('PRIVATE KEY', Buffer.concat([PKCS8, nacl.randomBytes(32)])),
  publicKeyOf: async (key) => pem('PUBLIC KEY', Buffer.concat([SPKI, naclPair(key).publicKey])),
  sign: async (key, message) => nacl.sign.detached(message, naclPair(key).secretKey),
  verify: async (key, message, signature) =>
    nacl.sign.detached.verify(message, signature, derOf(key).subarray(SPKI.length)),
};

function naclPair(key: string) {
  return nacl.sign.keyPair.fromSeed(derOf(key).subarray(PKCS8.length));
}

const NODE: Party = {
  name: 'node:crypto',
  makeKey: async () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKeyOf: async (key) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  sign: async (key, message) => Uint8Array.from(sign(null, message, createPrivateKey(key))),
  verify: async (key, message, signature) => verify(null, message, createPublicKey(key), signature),
};

const { subtle } = webcrypto;
const WEB: Party = {
  name: 'Web Crypto',
  async makeKey() {
    const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new Error('Ed25519 keys come in pairs');
    return pem('PRIVATE KEY', new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey)));
  },
  async publicKeyOf(key) {
    const { d: _, key_ops: __, ...jwk } = await subtle.exportKey('jwk', await webKey(key));
    const publicKey = await subtle.importKey('jwk', jwk, 'Ed25519', true, ['verify']);
    return pem('PUBLIC KEY', new Uint8Array(await subtle.exportKey('spki', publicKey)));
  },
  sign: async (key, message) => new Uint8Array(await subtle.sign('Ed25519', await webKey(key), message)),
  async verify(key, message, signature) {
    const publicKey = await subtle.importKey('spki', derOf(key), 'Ed25519', false, ['verify']);
    return subtle.verify('Ed25519', publicKey, signature, message);
  },
};

function webKey(key: string) {
  return subtle.importKey('pkcs8', derOf(key), 'Ed25519', true, ['sign']);
}

/** Implementations that need no external program. */
export const IN_PROCESS: readonly Party[] = [NACL, NODE, WEB];
