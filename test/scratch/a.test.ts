import { test } from 'vitest';
import { appendFileSync } from 'node:fs';
import { givenCopies } from '../e2e/log-tampering/copies.js';
import type { Copy } from '../e2e/log-tampering/copy.js';
import type { Scene } from '../e2e/log-tampering/scene.js';
import type { Database } from 'better-sqlite3';
let scene: Scene; let copy: Copy;
givenCopies((g) => { ({ scene, copy } = g); });
const A: Record<string, (d: Database, s: Scene) => void> = {
  'key retired_at as ISO string': (d, s) => d.exec(`UPDATE signing_key SET body = json_set(body,'$.retired_at', strftime('%Y-%m-%dT%H:%M:%fZ', json_extract(body,'$.retired_at')/1000.0,'unixepoch')) WHERE status='retired'`),
  'key retired_at fraction': (d) => d.exec(`UPDATE signing_key SET body = json_set(body,'$.retired_at', json_extract(body,'$.retired_at')+0.4) WHERE status='retired'`),
  'key updated_at': (d) => d.exec(`UPDATE signing_key SET body = json_set(body,'$.updated_at', 5)`),
  'key extra col owner?': (d) => d.exec(`UPDATE signing_key SET version = 99`),
  'agent extra member': (d) => d.exec(`UPDATE agent SET body = json_set(body,'$.status', 'x')`),
  'checkpoint public_key': (d) => d.exec(`UPDATE log_checkpoint SET body = json_set(body,'$.public_key', 'evil+00000000+AAAA')`),
  'checkpoint created_at pair': (d) => d.exec(`UPDATE log_checkpoint SET body = json_set(body,'$.created_at', 5), created_at=5`),
  'checkpoint stray key': (d, s) => d.exec(`INSERT INTO log_checkpoint SELECT 'zzz', created_at, version, body, organization_id FROM log_checkpoint LIMIT 1`),
  'checkpoint of nobody': (d, s) => d.exec(`INSERT INTO log_checkpoint SELECT 'org_x/1/5', created_at, version, json_set(body,'$.id','org_x/1/5','$.organization_id','org_x'), 'org_x' FROM log_checkpoint LIMIT 1`),
  'publication of nobody': (d, s) => d.exec(`INSERT INTO log_publication SELECT 'org_x/1', created_at, version, json_set(body,'$.id','org_x/1','$.organization_id','org_x'), 'org_x', size FROM log_publication LIMIT 1`),
  'publication updated_at future': (d) => d.exec(`UPDATE log_publication SET body = json_set(body,'$.updated_at', 9999999999999)`),
  'publication witnesses invented': (d) => d.exec(`UPDATE log_publication SET body = json_set(body,'$.witnesses', json('{"a":12}'))`),
  'cosign invented+witnessed_size': (d) => d.exec(`UPDATE log_checkpoint SET body = json_set(body,'$.cosignatures', json('["garbage"]')); UPDATE log_publication SET body=json_set(body,'$.witnessed_size', size)`),
  'publication+checkpoints all deleted': (d) => d.exec(`DELETE FROM log_checkpoint; DELETE FROM log_publication`),
  'public_log = 1 number': (d, s) => d.exec(`UPDATE organization SET body=json_set(body,'$.public_log',1)`),
  'metadata empty text': (d, s) => d.exec(`UPDATE receipt SET metadata='' WHERE log_index=9`),
  'salt of receipts none': (d) => d.exec(`UPDATE log_entry SET salt = NULL WHERE log_index=3`),
  'trigger': (d) => d.exec(`CREATE TRIGGER t AFTER INSERT ON log_entry BEGIN DELETE FROM log_entry WHERE log_index=new.log_index; END`),
  'view hides from auditor': (d, s) => d.exec(`ALTER TABLE agent RENAME TO agent_real; CREATE TABLE agent_orig AS SELECT * FROM agent_real; UPDATE agent_real SET body=json_set(body,'$.name','evil'); CREATE VIEW agent AS SELECT r.key, r.organization_id, r.created_at, r.version, CASE WHEN (SELECT query_only FROM pragma_query_only) THEN o.body ELSE r.body END AS body FROM agent_real r JOIN agent_orig o USING (key)`),
  'index dropped': (d) => d.exec(`DROP INDEX receipt_of_job`),
  'identity name': (d) => d.exec(`UPDATE log_identity SET vkey='garbage'`),
  'identity attacker': (d, s) => d.exec(`UPDATE log_identity SET vkey='evil'||substr(vkey, instr(vkey,'+'))`),
  'head mac null': (d) => d.exec(`UPDATE log_head SET peaks = x'00'`),
  'head size negative': (d) => d.exec(`UPDATE log_head SET size = -1`),
  'head size 2^60': (d) => d.exec(`UPDATE log_head SET size = 1152921504606846976`),
  'node level negative': (d, s) => d.exec(`INSERT INTO log_node VALUES ('${s.mine.organization_id}', -1, 0, x'00')`),
  'node swapped for extra': (d, s) => d.exec(`UPDATE log_node SET position=900 WHERE organization_id='${s.mine.organization_id}' AND level=1 AND position=0`),
  'org body other name': (d, s) => d.exec(`UPDATE organization SET body=json_set(body,'$.name','evil')`),
  'org body garbage': (d, s) => d.exec(`UPDATE organization SET body='[]'`),
  'user_version lowered': (d) => d.pragma('user_version = 16'),
  'user_version raised': (d) => d.pragma('user_version = 99'),
  'application_id': (d) => d.pragma('application_id = 7'),
  'received_at huge': (d) => d.exec(`UPDATE receipt SET received_at = 9007199254740993 WHERE log_index=9`),
  'log_index huge': (d) => d.exec(`UPDATE receipt SET log_index = 9223372036854775807 WHERE log_index=9`),
  'entry data text in blob': (d) => d.exec(`UPDATE log_entry SET data = x'' WHERE log_index=1`),
  'org id of receipts case': (d, s) => d.exec(`UPDATE receipt SET organization_id = upper(organization_id) WHERE log_index=9`),
  'agent org null char': (d, s) => d.exec(`UPDATE agent SET organization_id = organization_id || char(0)`),
  'order_id set': (d) => d.exec(`UPDATE receipt SET order_id='ord_1' WHERE log_index=9`),
};
test.each(Object.entries(A))('%s', async (name, change) => {
  copy.change((d) => change(d, scene));
  const r = await copy.verify();
  const j = await copy.verify('--json');
  let json = 'ok'; try { if (j.stdout) JSON.parse(j.stdout); else json = 'NOJSON'; } catch { json = 'BADJSON'; }
  appendFileSync('/tmp/attack.out', `## ${name}: code ${r.code} json ${j.code} ${json}\n${r.stdout.replaceAll(/  valid .*\n/g, ' valid\n')}${r.stderr}\n`);
});
