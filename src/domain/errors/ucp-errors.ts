import { errorRows } from './error-row.js';

/** Errors of platforms that buy over UCP; their names are those of the protocol (UCP, Negotiation). */
export const UCP_ERRORS = errorRows({
  invalid_profile_url: {
    status: 400,
    when: 'Over UCP: `UCP-Agent` is absent or malformed, or its `profile` is not an https URL of a public host.',
    fix: 'Send the header as `UCP-Agent: profile="https://…"`, with the URL of your profile.',
  },
  profile_unreachable: {
    status: 424,
    when: "Over UCP: the platform's profile could not be fetched: no connection, a redirect, another status than 200, too slow, or too large.",
    fix: 'Serve the profile at this URL with status 200, in at most 256 KiB and within 3 seconds.',
  },
  profile_malformed: {
    status: 422,
    when: "Over UCP: the platform's profile is no JSON of a profile: `ucp.version` and `ucp.capabilities` are needed.",
    fix: 'Correct the profile; it is fetched again as its `Cache-Control` says, after a minute at the earliest.',
  },
  profile_not_trusted: {
    status: 403,
    when: 'Over UCP: the shop accepts named platforms, and this profile is none of them; or the API key is not for this profile, or not for this shop.',
    fix: 'Use the profile that the key was created for, or ask the shop to accept it.',
  },
  version_unsupported: {
    status: 422,
    when: "Over UCP: the platform's profile has a version of the protocol that the shop or the endpoint does not serve.",
    fix: 'Use a version of `/.well-known/ucp`, at the endpoint that its profile names.',
  },
});
