-- Sessions, links and tokens are found without knowing the organization. Where organizations are spread over several nodes, their tables
-- are on one node, and a key cannot lead from there to a table on many.
alter table sessions drop constraint if exists sessions_organization_id_fkey;
