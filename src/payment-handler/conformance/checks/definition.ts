import { isText } from '../../values.js';
import { expect, shown, skip } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

export const DEFINITION: readonly Check[] = [
  {
    name: 'credentials',
    title: 'refuseCredential accepts the approved credential, and refuses none where one is needed',
    async run({ main, approved, handler }) {
      const refusal = main.refuseCredential(approved);
      expect(refusal === undefined, `it refuses the approved credential: ${refusal}`);
      const example = handler.exampleInstrument?.credential;
      const wrong = example && main.refuseCredential(example);
      expect(wrong === undefined, `it refuses the credential of exampleInstrument: ${wrong}`);
      const sentence: unknown = main.refuseCredential(undefined);
      if (handler.needsInstrument) expect(isText(sentence, 500), 'without a credential, it must return a sentence');
      else expect(sentence === undefined, `needsInstrument is false, but without a credential it returns ${sentence}`);
    },
  },
  {
    name: 'form',
    title: 'form builds an instrument from any entries, also from none',
    async run({ main, handler: { form } }) {
      if (!form) skip('the handler has no form');
      const full = form.fields.map(({ name, options }) => [name, options?.[0]?.value ?? 'x'] as const);
      for (const entered of [Object.fromEntries(full), {}]) {
        const instrument: unknown = form.instrument(entered);
        expect(typeof instrument === 'object' && instrument !== null, `for ${shown(entered)} it must return an object`);
        main.refuseCredential(form.instrument(entered).credential);
      }
    },
  },
  {
    name: 'account_test',
    title: 'testAccount recognizes the account, and one that cannot be used',
    async run(sandbox: Sandbox) {
      if (!sandbox.handler.testAccount) skip('the handler has no testAccount');
      const result = await sandbox.main.testAccount();
      expect(result.state === 'usable', `it gave ${shown(result)}`);
      if (!sandbox.options.unreachable) return;
      const other = await sandbox
        .unreachable()
        .testAccount()
        .catch(() => ({ state: 'unusable' }));
      expect(other.state === 'unusable', `without its provider, it gave ${shown(other)}`);
    },
  },
];
