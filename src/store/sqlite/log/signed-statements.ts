/** Stores a head, but never replaces a larger tree by a smaller one. */
export const PUT = `
  INSERT INTO signed_head VALUES (@vkey, @organization_id, @epoch, @size, @root)
  ON CONFLICT (vkey) DO UPDATE SET size = excluded.size, root = excluded.root WHERE excluded.size > size`;
export const GIVE_UP = 'INSERT OR IGNORE INTO gone_log VALUES (?)';
/** Signing an abandoned log reinstates it, so that its loss is reported again. */
export const TAKE_BACK = 'DELETE FROM gone_log WHERE organization_id = ?';
