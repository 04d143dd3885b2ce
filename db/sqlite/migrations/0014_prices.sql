-- Whether any item on sale has a price in a range, without walking along all of them.

CREATE INDEX item_by_price ON item (shop_id, price) WHERE status = 'active';
