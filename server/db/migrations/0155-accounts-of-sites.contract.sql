-- after: 0151-provider-logout
-- An account is connected once for each site of its channel. Connecting holds a lock of the account and looks which sites are used; the version before
-- looks as well, and could only miss somebody who connects the same account at the same moment.
drop index if exists integrations_own_account_key;
