-- after: 0087-foundation
alter table listing_products
  drop constraint if exists listing_products_organization_id_template_id_integration_i_fkey,
  add constraint listing_products_schema_fkey foreign key (organization_id, template_id, integration_id, selected_schema_id)
    references listing_schemas (organization_id, template_id, integration_id, id) not valid;
alter table listing_products validate constraint listing_products_schema_fkey;
