-- Lines of orders say how many of their units were canceled: all of a canceled order, from which nothing had left the
-- shop, and none of another. json() keeps the result of a subquery an array from SQLite 3.54 on.

UPDATE "order" SET body = json_set(body, '$.line_items', json((
  SELECT json_group_array(json_set(
    line.value, '$.quantity.canceled',
    CASE WHEN "order".status = 'canceled' THEN json_extract(line.value, '$.quantity.total') ELSE 0 END
  ))
  FROM json_each("order".body, '$.line_items') AS line
)));
