import { openStore } from '../../src/store/open-store.js';

/** Reads the rows that are named, each as a JSON array of its table and key, and prints them as JSON; null if absent. */
const [database = '', logKey, ...named] = process.argv.slice(2);
const store = await openStore(database, { create: false, needsLogKey: true, logKey });
const wanted = named.map((one) => JSON.parse(one));
const rows = await store.read((read) => wanted.map(([table, key]) => read.get(table, key) ?? null));
process.stdout.write(`${JSON.stringify(rows)}\n`);
await store.close();
