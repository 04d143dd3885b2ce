import { errorRows } from './error-row.js';

const NEW_PAIR = 'Create a new key pair (`portal receipt keygen`) and register its public key.';

/** Error codes of signing keys and receipts (docs/receipts-format.md, Acceptance). */
export const RECEIPT_ERRORS = errorRows({
  invalid_public_key: {
    status: 400,
    when: '`public_key` is not the one canonical PEM of an Ed25519 public key, or no point of the curve.',
    fix: 'Send one `PUBLIC KEY` block as `openssl pkey -pubout` writes it, with nothing around it.',
  },
  private_key_submitted: {
    status: 400,
    when: '`public_key` holds a private key. It is neither kept nor logged.',
    fix: 'Anybody who saw the request knows the private key. Create a new key pair and send only the public key.',
  },
  unsupported_key_algorithm: {
    status: 400,
    when: '`public_key` is a key of another algorithm than Ed25519.',
    fix: NEW_PAIR,
  },
  weak_public_key: {
    status: 400,
    when: '`public_key` is a point of low order or not reduced: anybody could sign for it.',
    fix: NEW_PAIR,
  },
  key_proof_required: {
    status: 400,
    when: 'The organization registers only keys with a proof that their owner has the private key, and `proof` is missing.',
    fix: 'Send `proof`, as `portal receipt register FILE --key PRIVATE --organization ID` does.',
  },
  signing_key_unknown: {
    status: 400,
    when: '`public_key` is not registered for the organization of the API key.',
    fix: 'Sign with the registered key. If the owner has none yet, register this one with `POST /api/signing-keys`.',
  },
  signing_key_revoked: {
    status: 400,
    when: 'The key was revoked: nothing it signed is accepted any more, regardless of `issued_at`.',
    fix: 'Sign with the active key; register another one where there is none.',
  },
  signing_key_retired: {
    status: 400,
    when: 'The key was retired by a rotation, and the receipt was issued after that or arrived after the grace period; or a retired key is registered again.',
    fix: 'Sign with the active key.',
  },
  signing_key_not_active: {
    status: 409,
    when: 'The key to rotate is retired or revoked.',
    fix: 'Rotate the active key, or register one where there is none.',
  },
  signing_key_not_found: {
    status: 404,
    when: 'The signing key does not exist or belongs to another organization; the response is the same.',
    fix: 'List the signing keys of your organization.',
  },
  agent_key_mismatch: {
    status: 400,
    when: 'The key belongs to another agent than `receipt.agent_id`, or is already registered for another owner.',
    fix: "Sign with the agent's own key, or with that of the organization.",
  },
  agent_unknown: {
    status: 400,
    when: '`agent_id` is not an agent of the organization.',
    fix: 'Use the id of an agent of your organization.',
  },
  consumer_unknown: {
    status: 400,
    when: '`receipt.consumer_id` is not a consumer of the organization.',
    fix: 'Use the id of a consumer of your organization.',
  },
  invalid_receipt: {
    status: 400,
    when: '`receipt` does not have the form of a receipt, or holds what cannot be signed: too deep, too large, half a surrogate pair, a number that a double cannot hold.',
    fix: 'Read the detail: it names the member and what it accepts. Correct it and sign again.',
  },
  unsupported_receipt_version: {
    status: 400,
    when: '`receipt.version` is not `v0`.',
    fix: 'Create a receipt of version `v0`.',
  },
  invalid_signature_encoding: {
    status: 400,
    when: '`signature` is not 64 bytes in padded base64.',
    fix: 'Send the 88 characters of the standard alphabet, without line breaks.',
  },
  signature_invalid: {
    status: 400,
    when: '`signature` is not a valid signature by `public_key` over the canonical JSON (RFC 8785) of `receipt`.',
    fix: 'Sign exactly the canonical bytes, whose SHA-256 is in the detail: docs/receipts-format.md shows them for an example.',
  },
  invalid_countersignature: {
    status: 400,
    when: '`statement` does not have the form of a countersignature, is about another receipt, order or consumer, or `reason` is not the one whose hash it contains.',
    fix: 'Read the detail: it names the member. Correct it and sign again.',
  },
  countersignature_conflict: {
    status: 409,
    when: 'The consumer has decided about the receipt already: an acceptance is final, and a dispute can only be followed by an acceptance.',
    fix: 'Read the countersignatures of the receipt.',
    next: 'get_receipt',
  },
  invalid_delegation: {
    status: 400,
    when: '`delegation` does not have the form of a chain, a link is not signed by the subject of the one before or allows more than it, a signature is not valid, or the last link is for another key than that of the receipt.',
    fix: 'Read the detail: it names the link and its member. Have the link corrected and signed again.',
  },
  outside_delegation: {
    status: 400,
    when: 'The last link of `delegation` does not allow the receipt: its time, consumer, order, shop, job or resolution.',
    fix: 'Read the detail: it names the limit. Ask the issuer for a link that allows this, or submit the receipt without `delegation`.',
  },
  issued_at_in_future: {
    status: 400,
    when: '`receipt.issued_at` is more than 300 seconds ahead of the portal.',
    fix: "Correct the signer's clock.",
  },
  issued_at_too_old: {
    status: 400,
    when: '`receipt.issued_at` is more than 300 seconds before the agent was created, or older than the operator allows.',
    fix: 'Sign when the job is done.',
  },
  receipt_conflict: {
    status: 409,
    when: 'The agent has submitted another receipt for the same `job_id`, or the same one with another `delegation` or none, or `metadata.supersedes` names no receipt that can be followed; the detail says which.',
    fix: 'Read the receipt that the detail names. Only a `partial` one can be followed, once, by a receipt that signs its hash as `metadata.supersedes`; else use a new `job_id`.',
    next: 'get_receipt',
  },
  log_not_witnessed: {
    status: 503,
    when: 'The operator requires a quorum of witnesses, and too few have cosigned a checkpoint of the log that covers the receipt.',
    fix: 'Repeat after the seconds in `Retry-After`; the receipt itself is accepted.',
  },
  receipt_not_found: {
    status: 404,
    when: 'The receipt does not exist or belongs to another organization; the response is the same.',
    fix: 'List the receipts of your organization.',
    next: 'list_receipts',
  },
});
