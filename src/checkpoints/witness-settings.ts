import { readFileSync } from 'node:fs';
import { AttestationError } from '../attestation/attestation-error.js';
import { readPolicy } from '../attestation/policy.js';
import { type Config, ConfigError } from '../config.js';
import type { Log } from '../log.js';
import type { Clock } from '../ports.js';
import type { Tracing } from '../tracing/tracing.js';
import { Witnesses } from './witnesses.js';

/**
 * The configured witnesses; `undefined` if there are none.
 * @throws ConfigError if the policy cannot be read, or if witnesses are required without a policy
 */
export function makeWitnesses(
  { witnessPolicy: file, witnessRequired: required }: Pick<Config, 'witnessPolicy' | 'witnessRequired'>,
  clock: Clock,
  log: Log,
  tracing?: Tracing,
): Witnesses | undefined {
  if (file === undefined && required)
    throw new ConfigError('PORTAL_WITNESS_REQUIRED (--witness-required) must not be 1 without PORTAL_WITNESS_POLICY');
  if (file === undefined) return undefined;
  try {
    return new Witnesses({ policy: readPolicy(readFileSync(file, 'utf8')), required }, clock, log, tracing);
  } catch (error) {
    const why =
      error instanceof AttestationError ? error.detail : error instanceof Error ? error.message : String(error);
    throw new ConfigError(`PORTAL_WITNESS_POLICY (--witness-policy) must be a policy file: ${file}: ${why}`);
  }
}
