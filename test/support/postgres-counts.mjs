import pg from 'pg';

/**
 * Prints, as JSON, the rows of each table of a PostgreSQL database and the sum of their versions, and of some tables a hash of all
 * rows. A program of its own, for tests that look while they wait for nothing: `node postgres-counts.mjs URL table,table`.
 */
const [url, toTheRow = ''] = process.argv.slice(2);
const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows: tables } = await client.query(`
  SELECT tables.table_name AS name, bool_or(columns.column_name = 'version') AS versioned
  FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
  WHERE tables.table_schema = 'public' AND tables.table_name NOT IN ('schema_version', 'writer')
  GROUP BY tables.table_name ORDER BY tables.table_name`);
const counts = {};
for (const { name, versioned } of tables) {
  const sum = versioned && name !== 'api_key' ? ', sum(version)::int AS versions' : '';
  const { rows } = await client.query(`SELECT count(*)::int AS rows${sum} FROM "${name}"`);
  if (!toTheRow.split(',').includes(name)) counts[name] = rows[0];
  else {
    const all = `SELECT md5(coalesce(string_agg(a::text, ' ' ORDER BY a::text), '')) AS hash FROM "${name}" AS a`;
    counts[name] = [rows[0], (await client.query(all)).rows[0].hash];
  }
}
await client.end();
process.stdout.write(JSON.stringify(counts));
