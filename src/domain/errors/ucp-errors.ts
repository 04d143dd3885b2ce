import { errorRows } from './error-row.js';

/** Error codes for UCP platforms (UCP, Negotiation). Responses use the protocol's name where `when` gives one. */
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
    when: "Over UCP: the platform's profile is not valid JSON of a profile: `ucp.version` and `ucp.capabilities` are required.",
    fix: 'Correct the profile; it is fetched again as its `Cache-Control` says, after a minute at the earliest.',
  },
  profile_not_trusted: {
    status: 403,
    when: 'Over UCP: the shop accepts only listed platforms and this is not one of them, or the API key is for another profile or shop.',
    fix: 'Use the profile that the key was created for, or ask the shop to accept it.',
  },
  message_signature_invalid: {
    status: 401,
    when: 'Over UCP, as `signature_invalid`: a signature of the request (RFC 9421) that covers the required parts is wrong, expired, not yet valid, or has another purpose.',
    fix: 'Sign the request as in UCP, Message Signatures, with a key of your profile. ECDSA signatures are r followed by s, not DER.',
  },
  message_key_unknown: {
    status: 401,
    when: "Over UCP, as `key_not_found`: the `keyid` of a signature names no key of the platform's profile.",
    fix: 'Publish the key in `keys` (2026-08-25) or `signing_keys` (2026-04-08) of the profile first.',
  },
  digest_mismatch: {
    status: 400,
    when: 'Over UCP: the request is signed, and its `Content-Digest` is not the sha-256 of the body as it arrived.',
    fix: 'Send `Content-Digest: sha-256=:…:` of exactly the bytes sent; nothing on the way may reformat the JSON.',
  },
  algorithm_unsupported: {
    status: 400,
    when: 'Over UCP: the key of a signature is of a type, a curve or an algorithm that the portal does not verify.',
    fix: 'Sign with a key of P-256 (ES256), P-384 (ES384) or Ed25519.',
  },
  request_too_large: {
    status: 400,
    when: 'Over UCP: the call names more ids than allowed.',
    fix: 'Send fewer ids per call; the detail names the limit.',
  },
  quantity_unit_mismatch: {
    status: 400,
    when: 'Over UCP: the quantity of a line is not in pieces. The response has a message about the line, and nothing changes.',
    fix: 'Send the quantity as a number of pieces, without `quantity_unit` or with the unit `C62` and the scale 0.',
  },
  version_unsupported: {
    status: 422,
    when: "Over UCP: the platform's profile has a version of the protocol that the shop or the endpoint does not serve.",
    fix: 'Use a version of `/.well-known/ucp`, at the endpoint that its profile names.',
  },
});
