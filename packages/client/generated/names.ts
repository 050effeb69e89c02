// Made from the contract by `node bin/packages.ts`. Do not edit.

/** Parts of an organization's data that change together. */
export const areaNames = [
  'account',
  'organization',
  'members',
  'templates',
  'products',
  'integrations',
  'listings',
  'orders',
  'packing',
  'jobs',
  'changes',
  'proposals',
  'views',
  'imports',
  'notifications',
  'reports',
] as const
export type Area = (typeof areaNames)[number]

/** Why Motto refuses a request. */
export type ErrorCode =
  | 'invalid_input'
  | 'bad_request'
  | 'unauthenticated'
  | 'invalid_token'
  | 'bad_credentials'
  | 'sign_on_refused'
  | 'provider_down'
  | 'only_way_in'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'second_factor_setup_required'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'forbidden'
  | 'insufficient_scope'
  | 'no_organization'
  | 'email_unconfirmed'
  | 'wrong_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'email_taken'
  | 'already_member'
  | 'last_admin'
  | 'organization_taken'
  | 'template_taken'
  | 'operator_taken'
  | 'operator_in_use'
  | 'template_in_use'
  | 'product_listed'
  | 'sku_taken'
  | 'schema_taken'
  | 'order_taken'
  | 'order_of_channel'
  | 'view_taken'
  | 'proposal_closed'
  | 'cannot_undo'
  | 'import_unreadable'
  | 'import_busy'
  | 'shadow_off'
  | 'shadow_changed'
  | 'integration_exists'
  | 'account_connected'
  | 'other_account'
  | 'connection_unconfirmed'
  | 'check_running'
  | 'integration_missing'
  | 'integration_unauthenticated'
  | 'listing_incomplete'
  | 'channel_refused'
  | 'channel_unavailable'
  | 'code_invalid'
  | 'stock_conflict'
  | 'in_bundle'
  | 'packing_conflict'
  | 'edit_conflict'
  | 'idempotency_conflict'
  | 'request_running'
  | 'too_many_requests'
  | 'payload_too_large'
  | 'unsupported_type'
  | 'unsupported'
  | 'storage_full'
  | 'internal'
  | 'unavailable'
  | 'outcome_unknown'
