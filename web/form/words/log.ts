import { channelNames } from '#contract/channels/names.ts'
import { fieldOf, fieldsOf } from '#contract/products/fields.ts'
import { withoutTags } from '#domain/html/tags.ts'
import { statusWords } from '#domain/orders/intake/status.ts'
import { date, money, number, plural } from '#web/ui/format.ts'
import { roleWord } from '../role-choices.ts'

const labels: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  requireTwoFactor: 'Require two-factor authentication',
  roleId: 'Role',
  sku: 'SKU',
  line1: 'Address line 1',
  line2: 'Address line 2',
  region: 'State/Region',
  list: 'List',
  syncQuantity: 'Sync quantity',
  overrides: 'Overrides',
  schemaOverrides: 'Overrides',
  sizeAndWeight: 'Size and weight',
  readyToShip: 'Ready to Ship',
  orderDetails: 'Details',
}

/** `paymentPolicyId` → "Payment policy": an id is spoken of by what it is of. */
function labelOf(field: string): string {
  const known = labels[field] ?? fieldOf(field)?.label
  if (known) return known
  const words = field
    .replace(/(?<=.)Ids?$/, (end) => (end === 'Ids' ? 's' : ''))
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const empty = 'empty'
/** Longer values are cut: the log says that something changed, not all of it. */
const longest = 80
const mostNames = 5
const cut = (words: string) => (words.length > longest ? `${words.slice(0, longest)}…` : words)

type Values = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/** A channel's or our own key of a record: it says nothing to people. */
const isKey = (field: string, value: unknown) =>
  field !== 'roleId' && (/(^id|Ids?)$/.test(field) || (typeof value === 'string' && value.startsWith('gid://')))

/** Kept in minor units. */
const amounts: ReadonlySet<string> = new Set([
  ...fieldsOf('money'),
  'shippingCost',
  'totalAmount',
  'totalPrice',
  'paymentAmount',
  'discountAmount',
  'taxAmount',
  'feeAmount',
  'netAmount',
])
const isStatus = (field: string, text: string) => /(status|state)$/i.test(field) || /^[A-Z]{2,}(_[A-Z]+)+$/.test(text)

function text(field: string, value: string): string {
  if (field === 'channel' && Object.hasOwn(channelNames, value)) return channelNames[value as keyof typeof channelNames]
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return date(value)
  if (isStatus(field, value)) return statusWords(value)
  return cut(withoutTags(value, ' ').replaceAll(/\s+/g, ' ').trim())
}

/** One of several, by what people call it. */
function name(value: unknown): string | undefined {
  if (typeof value === 'string') return value.startsWith('gid://') ? undefined : value
  if (!isRecord(value)) return undefined
  const called = [value.name, value.sku, value.title].find((word) => typeof word === 'string' && word !== '')
  if (called === undefined) return undefined
  if (typeof value.quantity === 'number') return `${value.quantity} × ${String(called)}`
  return typeof value.value === 'string' && value.value ? `${String(called)}: ${value.value}` : String(called)
}

function several(values: readonly unknown[]): string {
  const names = values.map(name)
  if (names.some((candidate) => candidate === undefined)) return plural(values.length, 'entry', 'entries')
  const rest = names.length - mostNames
  return `${cut(names.slice(0, mostNames).join(', '))}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** A value as people read it; never a key, never JSON. */
export function valueInWords(field: string, value: unknown): string {
  if (isBlank(value)) return empty
  if (field === 'roleId' && typeof value === 'number') return roleWord(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return isKey(field, value[0]) ? `${value.length} chosen` : several(value)
  if (isKey(field, value)) return 'chosen'
  if (typeof value === 'number') return amounts.has(field) ? money(value / 100) : number(value)
  if (typeof value === 'string') return text(field, value)
  return cut(
    Object.entries(value as Values)
      .filter(([, item]) => !isBlank(item))
      .map(([key, item]) => `${labelOf(key)}: ${valueInWords(key, item)}`)
      .join(', '),
  )
}

export interface Change {
  field: string
  from?: string
  to?: string
}

/** The changed fields in words. What lies inside a field is told by itself, as far as it changed. @param within the fields around, in words */
export function changesInWords(old: Values | null, now: Values | null, within = ''): Change[] {
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  return fields.flatMap((field): Change[] => {
    const [before, after] = [old?.[field], now?.[field]]
    const label = within ? `${within}, ${labelOf(field).toLowerCase()}` : labelOf(field)
    if (isRecord(before) || isRecord(after)) {
      const part = (value: unknown, there: boolean) => (there ? (isRecord(value) ? value : {}) : null)
      return changesInWords(
        part(before, old !== null && field in old),
        part(after, now !== null && field in now),
        label,
      )
    }
    // Of what was kept on both sides only the difference is news.
    if (old && JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return []
    // What is new may be empty without a word; that something was emptied is a change.
    if (isBlank(before) && isBlank(after)) return []
    const [from, to] = [valueInWords(field, before), valueInWords(field, after)]
    if (from === to) return [{ field: label, from, to: isKey(field, before) ? 'changed' : 'changed' }]
    return [
      {
        field: label,
        ...(old && (field in old || within) ? { from } : {}),
        ...(now && (field in now || within) ? { to } : {}),
      },
    ]
  })
}
