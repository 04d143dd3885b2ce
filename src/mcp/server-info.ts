import { VERSION } from '../version.js';

/** Names the server in the handshake, and in every modern result. */
export const SERVER_INFO = { name: 'commerce', title: 'Commerce and Attestation Portal', version: VERSION };
