import type { Submission } from '../../actors/signer.js';
import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, sentTwice, tooLong, type Wrong } from './row.js';
import { wrongKeysIn } from './signing-key-rows.js';

const R = '/api/receipts';

const encoding: Refusal = [400, 'invalid_signature_encoding', /^signature: /];
const of = (code: string, at: RegExp): Refusal => [400, code, at];
const PARTS = ['agent_id', 'consumer_id', 'job_id', 'resolution', 'context_hash', 'issued_at'] as const;

function wrongParts(submission: Submission): Wrong[] {
  const { receipt } = submission;
  return bodies(
    PARTS.flatMap((part) =>
      [undefined, null, 1, '', ['x']].map((value): [string, unknown, Refusal] => [
        `receipt.${part} ${value === undefined ? 'absent' : JSON.stringify(value)}`,
        { ...submission, receipt: { ...receipt, [part]: value } },
        of('invalid_receipt', new RegExp(`^receipt\\.${part}: `)),
      ]),
    ),
  );
}

/** Faults in the form of a receipt; test/surface/receipts covers faults in the signed content. */
const submitReceipt: MakeRow = ({ attested: { submission, conflicting, pem } }) => {
  const { receipt, signature } = submission;
  const with_ = (change: object) => ({ ...submission, ...change });
  const version: Refusal = of('unsupported_receipt_version', /^receipt\.version: /);
  return {
    right: { path: R, body: with_({ metadata: { channel: 'batch' } }) },
    bodyLimit: [64 * 1024, '64 KiB'],
    wrong: [
      ...wrongParts(submission),
      ...wrongKeysIn(submission),
      ...bodies([
        ['receipt absent', { ...submission, receipt: undefined }, invalid(/^receipt: is required/)],
        ['receipt null', with_({ receipt: null }), invalid(/^receipt: /)],
        ['receipt a text', with_({ receipt: JSON.stringify(receipt) }), invalid(/^receipt: /)],
        ['receipt a list', with_({ receipt: [receipt] }), invalid(/^receipt: /)],
        [
          'receipt with an unknown member',
          with_({ receipt: { ...receipt, x: 1 } }),
          of('invalid_receipt', /^receipt\.x: /),
        ],
        [
          'receipt.version absent',
          with_({ receipt: { ...receipt, version: undefined } }),
          of('invalid_receipt', /^receipt\.version: /),
        ],
        ['receipt.version null', with_({ receipt: { ...receipt, version: null } }), version],
        ['receipt.version v1', with_({ receipt: { ...receipt, version: 'v1' } }), version],
        [
          'receipt.metadata null',
          with_({ receipt: { ...receipt, metadata: null } }),
          of('invalid_receipt', /^receipt\.metadata: /),
        ],
        ['signature absent', { ...submission, signature: undefined }, encoding],
        ['signature null', with_({ signature: null }), encoding],
        ['signature a number', with_({ signature: 1 }), encoding],
        ['signature empty', with_({ signature: '' }), encoding],
        ['signature unpadded', with_({ signature: signature.replace(/=+$/, '') }), encoding],
        ['signature of zeros', with_({ signature: `${'A'.repeat(86)}==` }), of('signature_invalid', /^signature: /)],
        ['metadata null', with_({ metadata: null }), invalid(/^metadata: /)],
        ['metadata a text', with_({ metadata: 'x' }), invalid(/^metadata: /)],
        ['metadata a list', with_({ metadata: [] }), invalid(/^metadata: /)],
        ['metadata too large', with_({ metadata: { x: tooLong(8 * 1024) } }), invalid(/^metadata/)],
        ['key that nobody registered', with_({ public_key: pem.unknown }), of('signing_key_unknown', /^public_key: /)],
        ['key that was revoked', with_({ public_key: pem.revoked }), of('signing_key_revoked', /^public_key: /)],
        ['key that was replaced', with_({ public_key: pem.retired }), of('signature_invalid', /^signature: /)],
        ['another outcome of a settled job', conflicting, [409, 'receipt_conflict', /^receipt\.job_id: /]],
      ]),
    ],
  };
};

const listReceipts: MakeRow = ({ attested: { agent, consumer }, cursors }) => ({
  right: { path: `${R}?limit=100&agent_id=${agent}&consumer_id=${consumer}&job_id=settled` },
  wrong: [
    ...wrongPaging(R),
    ...paths([
      ['agent_id empty', `${R}?agent_id=`, invalid(/^agent_id/)],
      ['agent_id too long', `${R}?agent_id=${tooLong(128)}`, invalid(/^agent_id/)],
      ['agent_id twice', `${R}?agent_id=a&agent_id=a`, sentTwice('agent_id')],
      ['consumer_id empty', `${R}?consumer_id=`, invalid(/^consumer_id/)],
      ['consumer_id too long', `${R}?consumer_id=${tooLong(128)}`, invalid(/^consumer_id/)],
      ['job_id empty', `${R}?job_id=`, invalid(/^job_id/)],
      ['job_id too long', `${R}?job_id=${tooLong(255)}`, invalid(/^job_id/)],
      ['cursor of another list', `${R}?cursor=${cursors.signingKeys}`, [400, 'invalid_cursor', /cursor/]],
      [
        'cursor of other filters',
        `${R}?agent_id=${agent}&cursor=${cursors.receipts}`,
        [400, 'invalid_cursor', /cursor/],
      ],
      ['member of another operation', `${R}?status=verified`, invalid(/"status"/)],
    ]),
  ],
});

const getCheckpoint: MakeRow = () => ({
  right: { path: `${R}/log/checkpoint` },
  wrong: paths([['size of an older log', `${R}/log/checkpoint?size=1`, invalid(/"size"/)]]),
});

const getInclusion: MakeRow = ({ attested }) => ({
  right: { path: `${R}/log/inclusion/${attested.receipt}` },
  wrong: paths([
    ['size of an older log', `${R}/log/inclusion/${attested.receipt}?tree_size=1`, invalid(/"tree_size"/)],
  ]),
});

const C = `${R}/log/consistency`;

/** The log has at least two leaves, and fewer than 1,000. */
const getConsistency: MakeRow = () => ({
  right: { path: `${C}?from=1&to=2` },
  wrong: paths([
    ['from absent', C, invalid(/^from: is required/)],
    ['from 0, from which nothing can be proved', `${C}?from=0`, invalid(/^from/)],
    ['from negative', `${C}?from=-1`, invalid(/^from/)],
    ['from with a fraction', `${C}?from=1.5`, invalid(/^from/)],
    ['from a word', `${C}?from=first`, invalid(/^from/)],
    ['from empty', `${C}?from=`, invalid(/^from/)],
    ['from twice', `${C}?from=1&from=1`, sentTwice('from')],
    ['from beyond the log', `${C}?from=1000`, invalid(/^from/)],
    ['from beyond to', `${C}?from=2&to=1`, invalid(/^from/)],
    ['from of 3,000 digits', `${C}?from=${'9'.repeat(3000)}`, invalid(/^from/)],
    ['to 0', `${C}?from=1&to=0`, invalid(/^to/)],
    ['to beyond the log', `${C}?from=1&to=1000`, invalid(/^to: /)],
    ['to a word', `${C}?from=1&to=last`, invalid(/^to/)],
    ['member of another operation', `${C}?from=1&limit=1`, invalid(/"limit"/)],
  ]),
});

/**
 * Faults of the whole call. test/surface/receipts/batch.test.ts covers faults of one entry, which affect only that
 * entry.
 */
const submitReceipts: MakeRow = ({ attested: { submission } }) => {
  const large = JSON.stringify({ receipts: [submission] }).replace(
    '"version"',
    '"metadata":{"n":9007199254740993},"version"',
  );
  return {
    right: { path: `${R}/batch`, body: { receipts: [submission] } },
    bodyLimit: [1024 * 1024, '1 MiB'],
    wrong: [
      ...bodies([
        ['receipts absent', {}, invalid(/^receipts: is required/)],
        ['receipts null', { receipts: null }, invalid(/^receipts: /)],
        ['receipts a single receipt', { receipts: submission }, invalid(/^receipts: /)],
        ['no receipts', { receipts: [] }, invalid(/^receipts: must have at least 1 entry/)],
        [
          '101 receipts',
          { receipts: Array(101).fill(submission) },
          invalid(/^receipts: must have at most 100 entries/),
        ],
        ['a single receipt without receipts', submission, invalid(/^receipts: is required/)],
        ['another member beside receipts', { receipts: [submission], metadata: {} }, invalid(/"metadata"/)],
      ]),
      {
        name: 'a number that a double cannot hold',
        raw: large,
        refusal: of('invalid_receipt', /^receipts\[0\]\.receipt\.metadata\.n: must be a whole number/),
      },
    ],
  };
};

export const receiptRows = {
  submit_receipt: submitReceipt,
  submit_receipts: submitReceipts,
  list_receipts: listReceipts,
  get_log_checkpoint: getCheckpoint,
  get_inclusion_proof: getInclusion,
  get_consistency_proof: getConsistency,
} satisfies Partial<Record<OperationName, MakeRow>>;
