-- New orders and checkouts are counted by a statement of the store. With a trigger, SQLite copies each page that the insert
-- changes, since it could have to undo the insert alone.
DROP TRIGGER usage_of_order_added;
DROP TRIGGER usage_of_checkout_added;
