-- after: 0129-account-indexes
drop index if exists organizations_name_key;
drop index if exists integrations_account_key;
