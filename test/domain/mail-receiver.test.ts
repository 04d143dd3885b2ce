import { expect, test } from 'vitest';
import { mailReceiverId, mailRecipientId } from '../../src/domain/webhook/mail-receiver.js';

const SECRET = Buffer.alloc(32, 1);
const receiver = (address: string, organization = 'org_1') => mailReceiverId(SECRET, organization, address);

test.each(['ADA@buyer.com', 'ada+1@buyer.com', 'ada+1+2@Buyer.com'])(
  'counts mail to %s with that to ada@buyer.com',
  (one) => {
    expect(receiver(one)).toBe(receiver('ada@buyer.com'));
  },
);

test('names each suffix of a mailbox, in any case', () => {
  const names = ['team@shop.com', 'team+a@shop.com', 'Team+A@Shop.com', 'team+b@shop.com'].map((address) =>
    mailRecipientId(SECRET, 'org_1', address),
  );
  expect(names[1]).toBe(names[2]);
  expect(new Set(names).size).toBe(3);
});

test('keeps other addresses and organizations apart', () => {
  const other = [receiver('eve@buyer.com'), receiver('ada@other.com'), receiver('ada@buyer.com', 'org_2')];
  expect(new Set([receiver('ada@buyer.com'), ...other]).size).toBe(4);
});
