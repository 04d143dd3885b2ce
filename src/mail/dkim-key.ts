import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';

/** Key that signs mail (RFC 6376). Its public half is published at its selector in the domain of each sender. */
export interface DkimKey {
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/**
 * Reads the configured key; `undefined` if there is none.
 * @throws ConfigError if the file has no RSA private key
 */
export function readDkimKey({ dkimKey, dkimSelector }: Pick<Config, 'dkimKey' | 'dkimSelector'>): DkimKey | undefined {
  if (dkimKey === undefined) return undefined;
  try {
    const privateKey = readFileSync(dkimKey, 'utf8');
    const { asymmetricKeyType } = createPrivateKey(privateKey);
    if (asymmetricKeyType !== 'rsa') throw new Error(`it has a key of type ${asymmetricKeyType}`);
    return { keySelector: dkimSelector, privateKey };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`PORTAL_DKIM_KEY must be a PEM file with an RSA private key: ${dkimKey}: ${why}`);
  }
}
