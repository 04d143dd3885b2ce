import { DEMO_IDS } from '../src/cli/demo-ids.js';
import { newSession } from '../src/domain/person/session.js';
import { KEY_SCOPES } from '../src/domain/tenant/tenant.js';
import { hashSecret } from '../src/domain/values/secret.js';
import { buildNewKey } from '../src/operations/tenancy/key-writes.js';
import { buildStaffMember } from '../src/operations/tenancy/staff-writes.js';
import { insertWrite } from '../src/ports.js';
import { openStore } from '../src/store/open-store.js';
import { systemIds } from '../src/system.js';

const EMAIL = 'staff@bench.example';
/** Length of the cookie that the desk accepts. */
const TOKEN_LENGTH = 43;

/** An owner of the demo's organization. */
export interface Staff {
  /** Cookie of their session. */
  readonly cookie: string;
  /** Key of the organization with every scope, which reads over the API what the desk shows. */
  readonly key: string;
}

/** Adds an owner to the demo's organization, and signs them in without a mail. */
export async function signInStaff(database: string): Promise<Staff> {
  const store = await openStore(database, { create: false, needsLogKey: true });
  try {
    const token = systemIds.secret(TOKEN_LENGTH);
    const now = Date.now();
    const { organization_id } = DEMO_IDS;
    const key = await store.update((rows) => {
      const by = { ids: systemIds, now, actor: 'bench' };
      const asked = { email: EMAIL, secret: Buffer.alloc(32) };
      const { row, writes } = buildStaffMember(rows, by, organization_id, asked, { role: 'owner', shops: null });
      const person = {
        id: row.person_id,
        email: EMAIL,
        sessions_from: 0,
        created_at: now,
        updated_at: now,
        version: 0,
      };
      const session = newSession(hashSecret(token), person.id, now);
      const signedIn = [insertWrite('person', person), insertWrite('session', session)];
      const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
      const made = buildNewKey(by, owner, { name: 'bench', scopes: KEY_SCOPES.organization.allowed });
      return { writes: [...writes, ...signedIn, ...made.writes], result: made.key };
    }, organization_id);
    return { cookie: `__Host-session=${token}`, key };
  } finally {
    await store.close();
  }
}
