import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../errors.ts'

/** A database constraint → the error code that the seller gets, and its field. */
const known: Record<string, { code: ErrorCode; field?: string }> = {
  users_email_key: { code: 'email_taken', field: 'email' },
  organizations_name_key: { code: 'organization_taken', field: 'displayName' },
  product_templates_name_key: { code: 'template_taken', field: 'name' },
  template_attributes_name_key: { code: 'invalid_input', field: 'attributes' },
  stock_levels_sku_key: { code: 'sku_taken', field: 'sku' },
  operators_name_key: { code: 'operator_taken', field: 'name' },
  products_template_fkey: { code: 'template_in_use' },
  views_name_key: { code: 'view_taken', field: 'name' },
  integrations_channel_key: { code: 'integration_exists' },
  integrations_own_account_key: { code: 'account_connected' },
  connection_checks_one: { code: 'check_running' },
  integrations_account_key: { code: 'account_connected' },
  orders_external_key: { code: 'order_taken', field: 'externalOrderId' },
  stock_levels_available_check: { code: 'stock_conflict', field: 'quantity' },
  stock_levels_reserved_check: { code: 'stock_conflict', field: 'quantity' },
  bundle_parts_part_fkey: { code: 'in_bundle' },
  stock_levels_on_hand_check: { code: 'stock_conflict', field: 'quantity' },
}

/** SQLSTATEs of values that PostgreSQL cannot keep: a zero byte (also inside JSON), half a character, a number too large. */
const unkeepable = new Set(['22021', '22P05', '22P02', '22003'])
/** SQLSTATE of a statement that was ended before it was done, as its time was up. */
const ENDED = '57014'
const TOO_SLOW =
  'The database took longer than a minute, so Motto stopped the request. Nothing was changed. Choose fewer rows or a shorter period.'
const UNKEEPABLE = 'A value contains a character that cannot be stored, or a number that is too large.'

/** Turns a refused constraint or value into the error a seller can act on; anything else comes back as it was. */
export function translate(error: unknown): unknown {
  if ((error as { code?: unknown } | null)?.code === ENDED) return new AppError('internal', TOO_SLOW, { cause: error })
  if (unkeepable.has(String((error as { code?: unknown } | null)?.code)))
    return new AppError('invalid_input', UNKEEPABLE, { cause: error })
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  if (typeof constraint !== 'string') return error
  const violation = known[constraint]
  if (!violation) return error
  const translated = new AppError(violation.code, undefined, { cause: error })
  if (violation.field) translated.fields = { [violation.field]: translated.message }
  return translated
}
