import { Signer } from '../receipts/signer.js';
import { newId, type Scene } from './scene.js';
import { nameOf, placeOf, type Tampering } from './tampering.js';

const stranger = new Signer().publicKey;

/** A change to the agent's signing key, and the fault that must be reported for the agent's first receipt. */
interface KeyChange {
  readonly name: string;
  /** The SET clause of an UPDATE, or undefined for a DELETE. */
  readonly set: string | undefined;
  value?(scene: Scene): string;
  readonly wrong: string;
  readonly touchesOther?: boolean;
}

const body = (member: string) => `body = json_set(body, '$.${member}', @value)`;
const COLUMNS = 'the columns of its signing key differ from the body of the key';
const CHANGED = 'the public key of its signing key was changed';
const FOREIGN = 'its signing key does not belong to the organization';
const SIGNATURE = 'its signature is not valid for its signing key and its signed bytes';

const CHANGES: readonly KeyChange[] = [
  { name: 'another public key', set: body('public_key'), value: () => stranger.pem, wrong: CHANGED },
  { name: 'a public key that is not one', set: body('public_key'), value: () => 'none', wrong: CHANGED },
  {
    name: 'another public key and its fingerprint',
    set: `body = json_set(body, '$.public_key', @value, '$.key_fingerprint', '${stranger.fingerprint}'), key_fingerprint = '${stranger.fingerprint}'`,
    value: () => stranger.pem,
    wrong: SIGNATURE,
  },
  { name: 'another fingerprint', set: body('key_fingerprint'), value: () => stranger.fingerprint, wrong: COLUMNS },
  {
    name: 'another agent',
    set: `body = json_set(body, '$.agent_id', @value), agent_id = @value`,
    value: ({ mine }) => mine.others.agent_id,
    wrong: 'its signing key belongs to another agent',
  },
  {
    name: 'another organization',
    set: `body = json_set(body, '$.organization_id', @value), organization_id = @value`,
    value: ({ other }) => other.organization_id,
    wrong: FOREIGN,
    touchesOther: true,
  },
  { name: 'no public key', set: `body = json_remove(body, '$.public_key')`, wrong: COLUMNS },
  { name: 'a body that is no key', set: `body = '[]'`, wrong: COLUMNS },
  { name: 'a body that is no JSON', set: `body = '{'`, wrong: COLUMNS },
  {
    name: 'column key_fingerprint',
    set: 'key_fingerprint = @value',
    value: () => stranger.fingerprint,
    wrong: COLUMNS,
  },
  { name: 'column agent_id', set: 'agent_id = @value', value: ({ mine }) => mine.others.agent_id, wrong: COLUMNS },
  { name: 'column agent_id, set to NULL', set: `agent_id = NULL, status = 'retired'`, wrong: COLUMNS },
  {
    name: 'column organization_id',
    set: 'organization_id = @value',
    value: ({ other }) => other.organization_id,
    wrong: COLUMNS,
    touchesOther: true,
  },
  { name: 'another id', set: 'key = @value', value: newId, wrong: FOREIGN },
  { name: 'dropped', set: undefined, wrong: FOREIGN },
];

export const KEY_TAMPERINGS: readonly Tampering[] = CHANGES.map(
  ({ name, set, value, wrong, touchesOther = false }) => ({
    touchesOther,
    name: `signing key: ${name}`,
    change(database, scene) {
      const { organization_id, agent_id } = scene.mine;
      const id = database
        .prepare('SELECT key FROM signing_key WHERE organization_id = ? AND agent_id = ?')
        .pluck()
        .get(organization_id, agent_id);
      const sql = set === undefined ? 'DELETE FROM signing_key' : `UPDATE signing_key SET ${set}`;
      const { changes } = database.prepare(`${sql} WHERE key = '${id}'`).run({ value: value?.(scene) });
      if (changes !== 1) throw new Error('no key was changed');
    },
    says: (scene) => `${nameOf(scene, 0)} is not valid: ${wrong}`,
    rightUntil: (scene) => placeOf(scene, 0),
  }),
);
