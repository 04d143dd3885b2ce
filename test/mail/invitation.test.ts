import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { renderInvitation } from '../../src/mail/invitation-mail.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { run } from '../support/program.js';
import { fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { expectSameTexts } from './shown-texts.js';

let scene: MailScene;
let owner: RegistryCaller;
beforeAll(async () => {
  scene = await openMailScene();
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
});
afterAll(() => scene.portal.close());

test('invites a staff member over HTTP and on the command line, with a link to the desk', async () => {
  const email = 'grace@merchant.test';
  const { id } = await owner.ok('invite_staff', { email, role: 'warehouse' });
  const [sent] = await owner.ok('send_staff_invitation', { staff_id: id });
  expect(sent).toMatchObject({ notice: 'invitation', to: email, subject_type: 'staff', subject_id: id });
  const env = { ...scene.portal.commandEnv, PORTAL_SMTP_URL: `file:${scene.folder}` };
  const invited = await run(['staff', 'invite', email, '--json'], env);
  expect(JSON.parse(invited.stdout)).toMatchObject([{ notice: 'invitation', to: email, state: 'waiting' }]);
  const off = await run(['staff', 'invite', email], scene.portal.commandEnv);
  expect(off).toMatchObject({ code: 1, stderr: expect.stringContaining('PORTAL_SMTP_URL') });
  const mails = await scene.mails(2);
  for (const { subject, text } of mails) {
    expect(subject).toBe('Quillback Mercantile: you are on the staff');
    expect(text).toContain('with this role: Warehouse.');
    expect(text).toContain(`${scene.portal.url}/desk`);
  }
  await owner.ok('remove_staff', { staff_id: id });
  expect((await owner.send('send_staff_invitation', { staff_id: id })).status).toBe(404);
});

test('says on the command line that an organization without a shop sends no invitation', async () => {
  const env = { ...scene.portal.commandEnv, PORTAL_SMTP_URL: `file:${scene.folder}` };
  const { organization_id } = JSON.parse((await run(['orgs', 'create', 'New', '--json'], env)).stdout);
  const command = (...args: string[]) => run(['staff', ...args, '--organization', organization_id], env);
  expect(await command('add', 'lin@merchant.test', '--role', 'owner')).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await command('invite', 'lin@merchant.test');
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('no shop yet')]);
});

test.each(Object.entries(LANGUAGES))('names the role in both parts, in %s', async (language, { desk }) => {
  const { store } = scene.portal.app;
  const shop = required(await store.read((rows) => rows.get('shop', scene.portal.demo.shop_id)), 'shop');
  const content = { to: 'grace@merchant.test', invitation: { role: 'books' as const } };
  const mail = renderInvitation(content, { language, publicUrl: 'https://shop.test' }, shop);
  expectSameTexts(mail);
  expect(mail.text).toContain(desk.access.roles.books);
});
