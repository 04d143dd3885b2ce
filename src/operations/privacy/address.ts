import { text } from '../../schema/primitives.js';

/** Accepts any text with an @: stored data may contain addresses that current rules would reject. */
export const personAddress = text(320, 'Email address; upper and lower case are the same').regex(/@/, {
  error: 'must be an email address',
});
