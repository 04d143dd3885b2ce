import { AttestationError } from '../../attestation/attestation-error.js';
import { pathText } from '../../json/path-text.js';
import { CommandError } from '../output.js';

/**
 * Runs an attestation function on the content of a file.
 * @throws CommandError that names the file, when the content is rejected
 */
export function withFileName<R>(file: string, step: () => R): R {
  try {
    return step();
  } catch (error) {
    if (error instanceof AttestationError) throw new CommandError(`${file}: ${attestationText(error)}`);
    throw error;
  }
}

/** Names the invalid member and its problem. */
export function attestationText({ path, detail }: AttestationError): string {
  return path.length === 0 ? detail : `${pathText(path)}: ${detail}`;
}
