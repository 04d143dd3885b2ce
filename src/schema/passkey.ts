import { MAX_PASSKEY_NAME } from '../domain/person/passkey.js';
import { text } from './primitives.js';

export const passkeyName = text(MAX_PASSKEY_NAME, 'Name of a passkey');
