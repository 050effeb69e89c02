alter table members alter column invitation_id set default nextval('member_ids');
