alter table api_tokens drop constraint if exists api_tokens_organization_id_fkey;
