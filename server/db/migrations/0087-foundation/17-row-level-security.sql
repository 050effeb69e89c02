-- Which tables motto_app may use. Of those of organizations it sees only the rows of the organization that its connection is
-- set to, whatever a statement says. A table that is not named here it cannot use at all.

grant usage on schema public to motto_app;
grant select (id, uuid, email, name, description, image) on users to motto_app;
grant select on organizations, stock_templates to motto_app;
-- Ids that are taken before their rows are written.
grant usage on sequence invitations_id_seq, order_items_id_seq to motto_app;

do $$
declare
  all_rights constant text[] := string_to_array(
    'members invitations invitation_links first_steps_hidden notification_settings notifications notification_mails '
    'product_templates template_attributes products variations views view_defaults count_changes '
    'stock_levels bundle_parts change_sets change_set_items remote_pictures integrations '
    'imports import_chunks import_rows import_units import_mappings '
    'dynamic_mappings dynamic_mappings_off value_mappings value_mapping_configurations '
    'listing_templates listing_schemas listing_products listing_debts listing_stock stock_drift stock_sharing listing_prices '
    'catalogue_reads found_listings publish_runs publish_items '
    'orders order_items order_documents channel_skus order_rules order_returns order_refunds '
    'packed_pieces shipping_holds slip_documents slip_parts '
    'exchange_rates waiting_rates mailed_reports report_readers report_mails', ' ');
  append_only constant text[] := array['audit_entries', 'stock_movements'];
  -- Triggers write these, or the owner does.
  read_only constant text[] := string_to_array(
    'channel_quota_shares product_facts value_counts value_changes sale_tellings '
    'unsummed_orders order_notes piece_notes order_days piece_sums piece_months sold_grades sold_values day_columns listing_days', ' ');
  own_rows constant text := '(organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)';
  name text;
begin
  foreach name in array all_rights || append_only || read_only || array['organization_counts'] loop
    execute format('grant %s on %I to motto_app', case
      when name = any(all_rights) then 'select, insert, update, delete'
      when name = any(append_only) then 'select, insert'
      when name = any(read_only) then 'select'
      else 'select, update' end, name);
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_organization on %I to motto_app using %s with check %s', name, own_rows, own_rows);
  end loop;
end $$;

alter table organizations enable row level security;
create policy own_organization on organizations to motto_app using (id = nullif(current_setting('app.organization_id', true), '')::bigint);
