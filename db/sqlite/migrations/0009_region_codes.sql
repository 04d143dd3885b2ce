-- Regions that were spelled out ("Washington") become codes ("WA"), as new ones are kept, so that rates, zones and
-- addresses compare. What is being paid or is completed keeps the terms it was priced by.

UPDATE shop SET body = shop_with_region_codes(body), version = version + 1 WHERE shop_with_region_codes(body) <> body;
UPDATE checkout SET body = checkout_with_region_codes(body), version = version + 1
  WHERE state = 'open' AND checkout_with_region_codes(body) <> body;
