import { AttestationError } from '../../attestation/attestation-error.js';
import { pathText } from '../../json/path-text.js';
import { CommandError } from '../output.js';

/**
 * Runs a function of the attestation library on the content of a file.
 * @throws CommandError that names the file, when the library refuses the content
 */
export function withFileName<R>(file: string, step: () => R): R {
  try {
    return step();
  } catch (error) {
    if (error instanceof AttestationError) throw new CommandError(`${file}: ${attestationText(error)}`);
    throw error;
  }
}

/** The member and what is wrong with it. */
export function attestationText({ path, detail }: AttestationError): string {
  return path.length === 0 ? detail : `${pathText(path)}: ${detail}`;
}
