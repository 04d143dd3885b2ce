import type { ProvenDelegation } from '../../src/receipts.js';
import { create, find } from '../docs/dom.js';
import { check, checkStatement, decodeFile, isStatementText, type Outcome, type StatementOutcome } from './check.js';

/** Shows the form of /verify, and checks what a person enters there. Nothing leaves the browser. */
function offerCheck(): void {
  const form = find('[data-verify]', HTMLFormElement);
  const file = find('#file', HTMLInputElement);
  const text = find('#text', HTMLTextAreaElement);
  const shown = find('[data-outcome]', HTMLElement);
  if (!form || !file || !text || !shown) return;
  form.hidden = false;
  file.addEventListener('change', async () => {
    const bytes = await file.files?.[0]?.arrayBuffer();
    if (bytes) text.value = decodeFile(new Uint8Array(bytes));
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entries = new FormData(form);
    const entry = (name: string) => String(entries.get(name) ?? '').trim();
    const [signer, log] = [entry('signer'), entry('log')];
    const shop = entry('shop')
      .split(/[\s,]+/)
      .filter((kid) => kid !== '');
    // Not trimmed: a byte order mark would be lost, which strict JSON rejects.
    const content = String(entries.get('text') ?? '');
    if (isStatementText(content)) {
      shown.replaceChildren(...statementNodes(await checkStatement(content, shop), shop));
      return;
    }
    const outcome = check({ text: content, signer, log });
    shown.replaceChildren(...outcomeNodes(outcome, { isSignerKnown: signer !== '', isLogKnown: log !== '' }));
  });
}

interface Known {
  readonly isSignerKnown: boolean;
  readonly isLogKnown: boolean;
}

function outcomeNodes(outcome: Outcome, { isSignerKnown, isLogKnown }: Known): Node[] {
  if (outcome.kind === 'invalid')
    return [heading('Not valid'), create('p', { className: 'problem', textContent: outcome.detail })];
  const { receipt, key_fingerprint } = outcome.kind === 'bundle' ? outcome.verified : outcome;
  const facts = [
    ['States', `agent ${receipt.agent_id} did job ${receipt.job_id} for ${receipt.consumer_id}: ${receipt.resolution}`],
    ['Issued at', receipt.issued_at],
    ['Signed by', `${key_fingerprint}${isSignerKnown ? '' : ', which was not compared with a key that you know'}`],
    ...(outcome.kind === 'bundle' ? logFacts(outcome.verified, isLogKnown) : [['Log', 'no proof: this is no bundle']]),
  ];
  return [heading(isSignerKnown || isLogKnown ? 'Valid' : 'Agrees with itself'), factsOf(facts)];
}

function statementNodes(outcome: StatementOutcome, shop: readonly string[]): Node[] {
  if (outcome.kind !== 'statement') {
    const title = outcome.kind === 'invalid' ? 'Not valid' : 'Not checked';
    return [heading(title), create('p', { className: 'problem', textContent: outcome.detail })];
  }
  const { order_id, keys, signed_at, issuer, context_hash, context } = outcome.verified;
  const facts = [
    ['Order', order_id],
    ...keys.map((kid, at) => [
      at === 0 ? 'Signed with ES256' : 'Signed with EdDSA',
      `${kid}${shop.includes(kid) ? '' : ', which was not compared with a key that you know'}`,
    ]),
    ['Issued at', `${signed_at}, in the name of ${issuer}`],
    ['Context hash', context_hash],
    ['States', JSON.stringify(context, null, 2)],
  ];
  return [heading(shop.length > 0 ? 'Valid' : 'Agrees with itself'), factsOf(facts)];
}

/** Renders pairs of a term and what is told about it. */
function factsOf(facts: readonly (readonly string[])[]): Node {
  const rows = facts.map(([term = '', told = '']) =>
    create(
      'div',
      {},
      create('dt', { className: 'term', textContent: term }),
      create('dd', { className: 'told', textContent: told }),
    ),
  );
  return create('dl', { className: 'facts' }, ...rows);
}

function logFacts(verified: Extract<Outcome, { kind: 'bundle' }>['verified'], isKnown: boolean): string[][] {
  const { received_at, log_index, tree_size, log, key_owner, context, delegation, countersignatures = [] } = verified;
  return [
    ...(key_owner
      ? [['Key of', `${key_owner.agent_id ?? 'all agents of the organization'}, since ${key_owner.registered_at}`]]
      : []),
    ...(context ? [['About', JSON.stringify(context, null, 2)]] : []),
    ['Accepted at', received_at],
    [
      'Log',
      `leaf ${log_index} of ${tree_size} in ${log}${isKnown ? '' : ', which was not compared with a log that you know'}`,
    ],
    ...delegationFacts(delegation),
    ...countersignatures.map((found) => [
      found.decision === 'accept' ? 'Accepted' : 'Disputed',
      `by consumer ${found.consumer_id} at ${found.at} with the key ${found.key_fingerprint}, in the log since ${found.key_registered_at}`,
    ]),
  ];
}

function delegationFacts(delegation: ProvenDelegation | undefined): string[][] {
  if (!delegation) return [];
  const { owner, owner_id, key_fingerprint, key_registered_at } = delegation.root;
  const by = owner_id === null ? 'the organization' : `${owner} ${owner_id}`;
  return [
    ['Allowed by', `${by} with the key ${key_fingerprint}, in the log since ${key_registered_at}`],
    ...delegation.links.map(({ subject, scope, not_before, expires_at }) => [
      'Allows',
      `the key ${subject} from ${not_before} until ${expires_at}: ${JSON.stringify(scope)}`,
    ]),
  ];
}

function heading(text: string): HTMLElement {
  return create('h2', { textContent: text });
}

offerCheck();
