import { VERSION } from '../version.js';

/** Who answers: in the handshake, and with every answer of the newer era. */
export const SERVER_INFO = { name: 'commerce', title: 'Commerce and Attestation Portal', version: VERSION };
