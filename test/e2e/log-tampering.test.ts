import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TAMPERINGS } from '../../src/docs/tampering-list.js';
import { CHANGES } from './log-tampering/changes.js';
import { CHANGED_COLUMNS } from './log-tampering/columns.js';
import { givenCopies } from './log-tampering/copies.js';
import type { Copy } from './log-tampering/copy.js';
import type { Scene } from './log-tampering/scene.js';
import { insertReceipt, receiptRow, setReceipt } from './log-tampering/tampering.js';

let scene: Scene;
let folder: string;
let copy: Copy;
givenCopies((given) => {
  ({ scene, folder, copy } = given);
});

const RIGHT = /^org_\S+ {2}valid {2}\d+ receipts?, \d+ leaves, root \S{44} \(\S+\)$/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches the first line of the output. If `contains` is given, `line` is only its beginning. */
const linePattern = (line: string, contains: string | undefined) =>
  new RegExp(`^${escaped(line)}${contains === undefined ? '' : `.*${escaped(contains)}.*`}\n`);
const linesOf = (stdout: string) => stdout.trimEnd().split('\n');

describe('portal log verify', () => {
  test('reports each unchanged log as valid', async () => {
    const { code, stdout, stderr } = await copy.verify();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(linesOf(stdout)).toEqual([expect.stringMatching(RIGHT), expect.stringMatching(RIGHT)]);
    const { audits } = await copy.audits();
    const { mine, other } = scene;
    expect(audits.get(mine.organization_id)).toMatchObject({ size: mine.size, receipts: 13, fault: null });
    expect(audits.get(other.organization_id)).toMatchObject({ size: other.size, receipts: 7, fault: null });
  });

  test.each(Object.entries(CHANGES))('makes the changes of %s that the document lists', (group, changes) => {
    const listed: unknown = Reflect.get(TAMPERINGS, group);
    expect(listed).toMatchObject({ changes: changes.map(({ name }) => name) });
  });

  test.each(Object.values(CHANGES).flat())(
    'detects the change: $name',
    async ({ change, says, contains, rightUntil, touchesOther }) => {
      copy.change((database) => change(database, scene));
      const { organization_id } = scene.mine;
      const only = await copy.verify('--organization', organization_id);
      expect(only).toEqual({
        code: 1,
        stdout: expect.stringMatching(linePattern(`${organization_id}  INVALID  ${says(scene)}`, contains)),
        stderr: 'portal: 1 of 1 log not valid\n',
      });
      const { code, audits } = await copy.audits();
      expect(code).toBe(1);
      const found = audits.get(organization_id);
      expect(found).toMatchObject({
        fault: contains === undefined ? says(scene) : expect.stringContaining(contains),
        ...(rightUntil && { size: rightUntil(scene) }),
      });
      const other = { receipts: 7, fault: touchesOther ? expect.stringContaining('so it was added') : null };
      expect(audits.get(scene.other.organization_id)).toMatchObject(other);
    },
  );

  test('is tested with a change of every column of a receipt', () => {
    copy.change((database) => {
      const columns = database.prepare(`SELECT name FROM pragma_table_info('receipt')`).pluck().all();
      expect(new Set(columns)).toEqual(CHANGED_COLUMNS);
    });
  });

  test('compares a checkpoint with the log that it names, and rejects it for another organization', async () => {
    const { mine, other } = scene;
    const file = join(folder, 'kept.txt');
    writeFileSync(file, other.checkpoint);
    expect(await copy.verify('--checkpoint', file)).toMatchObject({ code: 0, stderr: '' });
    const { audits } = await copy.audits('--checkpoint', file, '--organization', mine.organization_id);
    expect(audits.get(mine.organization_id)?.fault).toMatch(
      /^the kept checkpoint is not a checkpoint of this log: the note is not signed by \S+$/,
    );
  });

  test('names both logs when a receipt was moved between them', async () => {
    const { mine, other } = scene;
    copy.change((database) => setReceipt(database, scene, 9, { organization_id: other.organization_id }));
    const { code, audits } = await copy.audits();
    expect(code).toBe(1);
    expect(audits.get(mine.organization_id)?.fault).toBe(
      `leaf ${mine.first + 9} is missing: its row was deleted or moved`,
    );
    expect(audits.get(other.organization_id)?.fault).toBe(
      `receipt ${mine.first + 9} (${mine.receipts[9]}) was added: the log has ${other.size} leaves`,
    );
    expect(await copy.verify()).toMatchObject({ code: 1, stderr: 'portal: 2 of 2 logs not valid\n' });
  });

  test('names the log of an invented organization', async () => {
    copy.change((database) => {
      const row = receiptRow(database, scene, 0);
      insertReceipt(database, { ...row, id: 'invented', organization_id: 'org_invented' });
    });
    const { audits } = await copy.audits();
    expect(audits.get('org_invented')?.fault).toBe(
      'the head of the log is missing: its row was deleted, or the log was emptied',
    );
    expect(audits.get(scene.mine.organization_id)?.fault).toBeNull();
  });
});
