-- Orders that need attention, newest first. What is due is asked of the few that have a deadline and are not sent.
create index concurrently if not exists orders_attention on orders (organization_id, order_date desc, id desc)
  include (ship_by) where state <> 'cancelled' and (tracking_untold or (state = 'open' and (oversold or has_unknown or payment = 'failed' or ship_by is not null)));
