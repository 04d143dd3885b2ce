import { VERSION } from '../version.js';

/** Identifies the server in the handshake, and in every result from 2026-07-28 on. */
export const SERVER_INFO = { name: 'commerce', title: 'Commerce and Attestation Portal', version: VERSION };
