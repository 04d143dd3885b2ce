import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { required } from '../../src/domain/values/required.js';

/** Flags of authenticator data (WebAuthn, 6.1). */
export const PRESENT = 0x01;
export const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** Page that requests a signature, with everything that a test may forge. */
export interface Request {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly type?: string;
  readonly flags?: number;
  /** Further members of the client data. */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface UseRequest extends Request {
  /** Id of the person. */
  readonly person: string;
}

/** An authenticator with one ES256 key, which signs whatever a test requests. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  /** Signatures so far; stays 0 if it does not count, as those that synchronize. */
  counter = 0;
  private readonly counts: boolean;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor({ counts = true } = {}) {
    this.counts = counts;
  }

  /** Returns the credential of a new passkey, as the page's script sends it. */
  create(request: Request): string {
    const clientData = clientDataOf({ type: 'webauthn.create', ...request });
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.publicKey()]);
    const data = Buffer.concat([this.data(request, HAS_KEY), credential]);
    // { fmt: 'none', attStmt: {}, authData }
    const start = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
    const attestationObject = Buffer.concat([start, Buffer.from([data.length]), data]).toString('base64url');
    return this.json({ clientDataJSON: clientData.toString('base64url'), attestationObject });
  }

  /** Returns the credential with a signature. */
  use(request: UseRequest): string {
    if (this.counts) this.counter += 1;
    const clientData = clientDataOf({ type: 'webauthn.get', ...request });
    const data = this.data(request, 0);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.json({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      userHandle: Buffer.from(request.person).toString('base64url'),
    });
  }

  private json(response: Readonly<Record<string, string>>): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', response });
  }

  private data({ rpId, flags = PRESENT | VERIFIED }: Request, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | more]), counter]);
  }

  /** Returns the key as COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
  private publicKey(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const part = (value: string | undefined) => Buffer.from(required(value, 'coordinate'), 'base64url');
    const [start, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    return Buffer.concat([start, part(x), between, part(y)]);
  }
}

function clientDataOf({ type, challenge, origin, more }: Request): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }));
}
