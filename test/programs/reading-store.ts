import { openStore } from '../../src/store/open-store.js';

/**
 * Reads the named rows and prints them as JSON; a missing row is `null`. Each argument is a JSON array of table and
 * key.
 */
const [database = '', logKey, ...named] = process.argv.slice(2);
const store = await openStore(database, { create: false, needsLogKey: true, logKey });
const wanted = named.map((one) => JSON.parse(one));
const rows = await store.read((read) => wanted.map(([table, key]) => read.get(table, key) ?? null));
process.stdout.write(`${JSON.stringify(rows)}\n`);
await store.close();
