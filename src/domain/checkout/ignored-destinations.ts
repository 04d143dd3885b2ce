import { messageText } from '../errors/message-text.js';

/**
 * Warns in the response to a request with several destinations, so that an agent does not promise delivery to all. The
 * ignored destinations are not stored, so later responses do not repeat the warning.
 */
const IGNORED_DESTINATIONS = {
  type: 'warning',
  code: 'destination_ignored',
  text: messageText('one_destination'),
  path: '$.fulfillment',
} as const;

export function warnOfIgnored(destinations: readonly unknown[]): readonly (typeof IGNORED_DESTINATIONS)[] {
  return destinations.length > 1 ? [IGNORED_DESTINATIONS] : [];
}
