import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { generateKeyPair, privateKeyPem } from '../../attestation/ed25519.js';
import type { Cli } from '../command.js';
import { CommandError } from '../output.js';

export function keygenCommand({ output }: Cli): Command {
  return new Command('keygen')
    .description('create an Ed25519 key pair: the private key is written to a file, the public key is printed')
    .requiredOption('--out <file>', 'file for the private key (PKCS#8, PEM); it must not exist')
    .option('--json', 'print the public key with its fingerprints as JSON')
    .action(({ out, json }: { out: string; json?: boolean }) => {
      const { seed, publicKey } = generateKeyPair();
      writeNew(out, privateKeyPem(seed));
      const { pem: public_key, fingerprint: key_fingerprint, thumbprint: jwk_thumbprint } = publicKey;
      if (json) output.out(JSON.stringify({ private_key_file: out, public_key, key_fingerprint, jwk_thumbprint }));
      else output.out(public_key.trimEnd());
    });
}

/** Writes a file that only its owner can read; never overwrites one. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
