-- Where organizations are spread over several nodes, the database fills in the numbers of a new row as the role that writes it.
grant usage on all sequences in schema public to motto_app;
alter default privileges in schema public grant usage on sequences to motto_app;

-- A member keeps the number of the invitation, so both take theirs from here. It starts far above all that were taken elsewhere until the next steps.
create sequence member_ids;
select setval('member_ids', (select last_value from invitations_id_seq) + 100000);
