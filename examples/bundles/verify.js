import { readFileSync } from 'node:fs';
import { parseBundle, verifyBundle, verifyOrderStatement } from 'portal-receipts';

/** Verifies the files of a folder with portal-receipts: `node verify.js FOLDER`. */

const [folder = '.'] = process.argv.slice(2);
/** @param {string} name */
const read = (name) => readFileSync(`${folder}/${name}.json`, 'utf8');
const { signer, log, shop } = JSON.parse(read('keys'));

const { receipt, key_owner, context } = verifyBundle(parseBundle(read('receipt')), { signer, log });
const { context_hash } = await verifyOrderStatement(JSON.parse(read('order')), { shop: [shop] });
if (context_hash !== receipt.context_hash) throw new Error('the receipt and the statement are of different orders');
console.log(JSON.stringify({ job_id: receipt.job_id, agent_id: key_owner?.agent_id, order_id: context?.order_id }));
