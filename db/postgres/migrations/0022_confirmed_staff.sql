-- Staff who have signed in before count as confirmed.
UPDATE staff SET body = left(staff.body, -1) || ',"confirmed_at":' || greatest(staff.created_at, person.created_at) || '}'
FROM person
WHERE person.key = staff.person_id AND staff.removed_at IS NULL;
