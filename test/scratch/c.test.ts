import { test } from 'vitest';
import { appendFileSync } from 'node:fs';
import { givenCopies } from '../e2e/log-tampering/copies.js';
import type { Copy } from '../e2e/log-tampering/copy.js';
import type { Scene } from '../e2e/log-tampering/scene.js';
import type { Database } from 'better-sqlite3';
let scene: Scene; let copy: Copy;
givenCopies((g) => { ({ scene, copy } = g); });
const A: Record<string, (d: Database, s: Scene) => void> = {
  'agent name lone surrogate': (d, s) => d.exec(`UPDATE agent SET body = json_set(body,'$.name', json('"\\ud800"'))`),
  'agent name deep': (d, s) => d.prepare(`UPDATE agent SET body = '{"id":"' || key || '","organization_id":"' || organization_id || '","created_at":' || created_at || ',"name":' || ? || '}'`).run('['.repeat(900) + ']'.repeat(900)),
  'agent name 1e999': (d, s) => d.exec(`UPDATE agent SET body = '{"id":"' || key || '","organization_id":"' || organization_id || '","created_at":' || created_at || ',"name":1e999}'`),
  'key revoked_reason surrogate': (d, s) => d.exec(`UPDATE signing_key SET body = json_set(body,'$.revoked_reason', json('"\\ud800"'))`),
  'key status object': (d, s) => d.exec(`UPDATE signing_key SET body = json_set(body,'$.status', json('{"a":1}'))`),
  'key body null': (d, s) => d.exec(`UPDATE signing_key SET body = 'null'`),
  'key body not json': (d, s) => d.exec(`UPDATE signing_key SET body = 'xx'`),
  'key id escape': (d, s) => d.exec(`UPDATE agent SET key = 'agt_' || char(27) || '[2J' || char(10) || 'org_x  valid', body=json_set(body,'$.id', 'x') WHERE key='${s.mine.agent_id}'`),
  'checkpoint body proto': (d) => d.exec(`UPDATE log_checkpoint SET body = json_set(body,'$.size', 9007199254740991)`),
  'checkpoint cosignatures strings w newline': (d) => d.exec(`UPDATE log_checkpoint SET body = json_set(body,'$.cosignatures', json('["a\\nb"]'))`),
  'checkpoint negative': (d, s) => d.exec(`INSERT INTO log_checkpoint SELECT organization_id || '/1/-5', created_at, version, json_set(body,'$.id',organization_id || '/1/-5','$.size',-5), organization_id FROM log_checkpoint`),
  'publication epoch text': (d) => d.exec(`UPDATE log_publication SET body = json_set(body,'$.epoch','1','$.witnessed_size','0')`),
  'org body public deep': (d) => d.exec(`UPDATE organization SET body = json_set(body,'$.public_log', json('[1]'))`),
  'receipt metadata huge': (d) => d.exec(`UPDATE receipt SET metadata = json_array(zeroblob(0)||'') WHERE log_index=8`),
  'receipt context columns null': (d) => d.exec(`UPDATE receipt SET supersedes = '' WHERE log_index=8`),
  'receipt signed_bytes empty': (d) => d.exec(`UPDATE receipt SET signed_bytes = x'' WHERE log_index=8`),
  'receipt signature empty': (d) => d.exec(`UPDATE receipt SET signature = x'' WHERE log_index=8`),
  'organization key empty': (d, s) => d.exec(`INSERT INTO organization SELECT '', created_at, version, json_set(body,'$.id',''), 0 FROM organization LIMIT 1`),
  'log_head of empty': (d, s) => d.exec(`INSERT INTO log_head (organization_id,size,peaks,mac,epoch) VALUES ('',0,x'',x'',1)`),
  'log_head epoch huge': (d, s) => d.exec(`UPDATE log_head SET epoch = 9223372036854775807`),
  'log_closed garbage': (d, s) => d.exec(`INSERT INTO log_closed VALUES ('${s.mine.organization_id}', 9, 'x', '')`),
  'log_closed vkey has slash number': (d, s) => d.exec(`INSERT INTO log_closed VALUES ('org_none', 9, 'x', '')`),
  'org columns drop': (d) => d.exec(`ALTER TABLE organization RENAME COLUMN public_log TO pl`),
  'drop log_closed': (d) => d.exec(`DROP TABLE log_closed`),
  'drop receipt': (d) => d.exec(`DROP TABLE receipt`),
  'index emptied': (d) => { d.unsafeMode(true); d.pragma('writable_schema = ON'); const sql = d.prepare(`SELECT sql FROM sqlite_schema WHERE name='receipt_of_job'`).pluck().get() as string; d.exec('DROP INDEX receipt_of_job; CREATE UNIQUE INDEX receipt_of_job ON receipt (organization_id, job_id, agent_id, ifnull(supersedes, \'\')) WHERE log_index > 12'); d.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name='receipt_of_job'`).run(sql); },
  'identity two': (d) => d.exec(`INSERT INTO log_identity VALUES (2,'x')`),
  'identity case': (d) => d.exec(`UPDATE log_identity SET vkey = (SELECT upper(substr(vkey,1,1)) || substr(vkey,2) FROM log_identity)`),
};
test.each(Object.entries(A))('%s', async (name, change) => {
  let error = ''; copy.change((d) => { try { change(d, scene); } catch (e) { error = String(e); } });
  const r = await copy.verify();
  appendFileSync('/tmp/attack3.out', `## ${name}: ${error} code ${r.code}\n${JSON.stringify(r.stdout.replaceAll(/  valid .*\n/g, ' valid\n')).slice(0,400)}${r.stderr.slice(0,600)}\n`);
});
