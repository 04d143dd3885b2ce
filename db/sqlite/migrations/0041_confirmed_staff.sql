-- Staff who have signed in before count as confirmed.
UPDATE staff SET body = json_set(body, '$.confirmed_at', max(created_at, (
  SELECT person.created_at FROM person WHERE person.key = staff.person_id
)))
WHERE removed_at IS NULL AND EXISTS (SELECT 1 FROM person WHERE person.key = staff.person_id);
