alter table invitations alter column id drop identity, alter column id set default nextval('member_ids');
