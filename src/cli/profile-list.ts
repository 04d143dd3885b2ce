import { PortalError } from '../domain/errors/portal-error.js';
import { profileUrl } from '../ucp/platforms/profile-url.js';
import { CommandError } from './output.js';

/**
 * Parses comma-separated URLs of platform profiles and normalizes them. Local URLs are allowed too, although portals
 * accept them only in development.
 * @throws CommandError
 */
export function profileList(flag: string, list: string): readonly string[] {
  const urls = list.split(',').map((text) => {
    try {
      return profileUrl(text.trim(), { local: true }).href;
    } catch (error) {
      throw new CommandError(
        `${flag}: "${text.trim()}": ${error instanceof PortalError ? error.detail : String(error)}`,
      );
    }
  });
  return [...new Set(urls)];
}
