import { openStore } from '../../src/store/open-store.js';

/**
 * Reads rows and prints them as JSON; a missing row is `null`. Arguments: the database, the log key, and for each row
 * a JSON array of its table and key.
 */
const [database = '', logKey, ...named] = process.argv.slice(2);
const store = await openStore(database, { create: false, needsLogKey: true, logKey });
const wanted = named.map((one) => JSON.parse(one));
const rows = await store.read((read) => wanted.map(([table, key]) => read.get(table, key) ?? null));
process.stdout.write(`${JSON.stringify(rows)}\n`);
await store.close();
