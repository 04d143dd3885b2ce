-- Who created a key; of those that are there it is not known.

UPDATE api_key SET body = json_set(body, '$.created_by', json('null'));
