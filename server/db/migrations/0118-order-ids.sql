-- An order's id is known before it is inserted, so that its lines can be sent with it.
grant usage on sequence orders_id_seq to motto_app;
