import { requestMessage } from '../src/ucp/signatures/message.js';
import { signatureHeaders } from '../src/ucp/signatures/sign.js';
import type { Sent } from './client.js';
import { type Platform, type PlatformCheckout, UCP } from './platform.js';
import type { Row } from './rows.js';
import { FIVE, ofWorker, quantityOf, type Shop } from './shop.js';

/** Workloads of a UCP platform. Those without signatures are compared with the same work over the portal's own API. */

type Make = (platform: Platform, checkout: PlatformCheckout, turn: number) => Sent;

const path = ({ id }: PlatformCheckout) => `${UCP}/${id}`;
const keyed = ({ key, agent }: Platform) => ({ 'x-api-key': key, 'ucp-agent': agent });

const read: Make = (platform, checkout) => ({ method: 'GET', path: path(checkout), headers: keyed(platform) });

/** Replaces the whole checkout, with a different quantity for the first line. */
const put: Make = (platform, checkout, turn) => ({
  method: 'PUT',
  path: path(checkout),
  headers: keyed(platform),
  body: {
    line_items: FIVE.map((item, index) => ({
      id: checkout.lines[index],
      item: { id: item },
      quantity: index === 0 ? quantityOf(turn) : index + 1,
    })),
  },
});

const COVERED = ['@method', '@authority', '@path', 'ucp-agent'];

/** Authenticates with a signature instead of an API key; the response is signed too. */
const signedRead: Make = ({ agent, signing }, checkout) => {
  const message = requestMessage({
    method: 'GET',
    authority: checkout.authority,
    target: path(checkout),
    field: (name) => (name === 'ucp-agent' ? [agent] : []),
  });
  const headers = { 'ucp-agent': agent, ...signatureHeaders(signing, message, COVERED, Date.now()) };
  return { method: 'GET', path: path(checkout), headers };
};

function row(name: string, count: number, make: Make, target?: Row['target']): Row {
  const sent = ({ platform }: Shop, worker: number, turn: number) => {
    if (!platform) throw new Error('no platform was prepared');
    return make(platform, ofWorker(platform.checkouts, worker), turn);
  };
  return {
    name,
    count,
    ...(target && { target }),
    once: (client, shop, cart, turn) => client.run(sent(shop, shop.carts.indexOf(cart), turn)),
    sample: (shop, cart, turn) => sent(shop, shop.carts.indexOf(cart), turn),
  };
}

/** `ofRead`, `ofUpdate`: names of the baseline rows. */
export const ucpRows = (ofRead: string, ofUpdate: string): readonly Row[] => [
  row('ucp read a checkout of 5 lines', 2_400, read, { cpuOf: ofRead, times: 1.25 }),
  row('ucp put 5 lines, durable', 2_000, put, { cpuOf: ofUpdate, times: 1.6 }),
  row('ucp read, signed both ways', 1_200, signedRead),
];
