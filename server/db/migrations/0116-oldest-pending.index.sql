-- The oldest quantity that a channel has not been told, which /metrics says at each scrape.
create index concurrently if not exists listing_debts_oldest on listing_debts (pending_since) where pending = 'quantity';
