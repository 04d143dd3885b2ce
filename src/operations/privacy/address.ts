import { text } from '../../schema/primitives.js';

/** Any text with an @: older data may contain addresses that would now be rejected. */
export const personAddress = text(320, 'Email address; upper and lower case are the same').regex(/@/, {
  error: 'must be an email address',
});
