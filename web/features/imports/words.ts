import { channelNames } from '#contract/channels/names.ts'
import { type ImportField, type ImportOutcome, importOutcomes } from '#contract/imports.ts'
import { fieldsBesides } from '#contract/products/fields.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { importRowStates } from '#domain/words/states.ts'
import { number, plural } from '#web/ui/format.ts'
import type { Import } from './upload.ts'

/** Files that are known by their header row. */
export const formatNames: Record<Import['format'], string> = {
  motto: 'Motto export',
  shopify: 'Shopify export',
  ebay: 'eBay export',
  etsy: 'Etsy listings download',
  bigcommerce: 'BigCommerce export',
  woocommerce: 'WooCommerce export',
  sellbrite: 'Sellbrite export',
  linnworks: 'Linnworks export',
  zoho: 'Zoho Inventory export',
  cin7: 'Cin7 export',
  inflow: 'inFlow export',
  other: 'CSV file',
}
const looksLike = (format: Import['format']) =>
  format === 'other'
    ? `${formatNames.other}, `
    : `This looks like ${/^[aei]/i.test(formatNames[format]) ? 'an' : 'a'} ${formatNames[format]}: `
export const separators: readonly { value: string; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]
export const encodings: readonly { value: string; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Windows-1252 (Western)' },
]
const nameOf = (list: readonly { value: string; label: string }[], value: string) =>
  list.find((option) => option.value.toLowerCase() === value.toLowerCase())?.label ?? value

/** "This looks like a Shopify export: 44 rows, 38 columns, UTF-8, comma"; of no known program "CSV file, 44 rows, …". */
export const recognised = ({ format, rows, columns, encoding, separator }: Import): string =>
  `${looksLike(format)}${[
    plural(rows, 'row'),
    plural(columns.length, 'column'),
    nameOf(encodings, encoding),
    nameOf(separators, separator).toLowerCase(),
  ].join(', ')}`

/** Product fields in the order in which a person looks for them (IMP-021..040); others follow the first. */
const firstFields = [
  'sku',
  'title',
  'description',
  'tags',
  'price',
  'msrp',
  'cost',
  'quantity',
  'sold',
  'condition',
  'weight',
  'weightUnit',
  'length',
  'width',
  'height',
  'sizeUnit',
  'size',
  'notes',
  'active',
  'createdAt',
  'vendor',
  'location',
  'warehouse',
  'bin',
  'barcode',
] as const satisfies readonly ImportField[]
const imageFields = Array.from({ length: 12 }, (_, i) => `image${i + 1}` as ImportField)
/** Names that say more than the field's own. */
const longNames: Partial<Record<ImportField, string>> = {
  size: 'Size (length × width × height)',
  createdAt: 'Created',
  barcode: 'Barcode (UPC, EAN, ISBN)',
  images: 'Images (several in one cell)',
  ...Object.fromEntries(imageFields.map((field, i) => [field, `Image ${i + 1}`])),
  parent: 'Parent SKU',
  variation: 'Variation name',
  templateId: 'Template ID',
  delete: 'DELETE mark',
}
export const fieldNames: readonly (readonly [ImportField, string])[] = (
  [
    ...firstFields,
    ...fieldsBesides(firstFields),
    'images',
    ...imageFields,
    'parent',
    'variation',
    'templateId',
    'delete',
  ] satisfies ImportField[]
).map((field) => [field, longNames[field] ?? labelOf(field)])

type Channel = NonNullable<Import['channel']>
const item: Partial<Record<Channel, string>> = { bigcommerce: 'Product' }
/** What the page of an import is called: a file has no channel (IMP-146..IMP-150). */
export const titleOf = ({ kind, channel }: Pick<Import, 'kind' | 'channel'>): string =>
  channel
    ? `${channelNames[channel]} ${item[channel] ?? 'Item'} Import`
    : kind === 'templates'
      ? 'Import Templates'
      : 'Import CSV'

/** What heads the rows of an outcome. */
export const outcomeName = (outcome: ImportOutcome): string =>
  outcome === 'error' ? 'Errors' : importRowStates[outcome].label

/** What became of the rows: what was planned, and what then could not be done. The server counts anew what it has dealt with. */
export function became({
  state,
  outcomes,
  applied,
}: Pick<Import, 'state' | 'outcomes' | 'applied'>): Import['outcomes'] {
  if (state !== 'done') return outcomes
  const planned = (outcome: ImportOutcome) =>
    outcome === 'unchanged' || outcome === 'skip' || outcome === 'error' ? (outcomes[outcome] ?? 0) : 0
  return Object.fromEntries(importOutcomes.map((outcome) => [outcome, planned(outcome) + (applied[outcome] ?? 0)]))
}

/** "12 new, 3 changed, 1 failed, 4 cells skipped". @param skippedCells of rows that are imported otherwise @param failed what is said of rows with errors */
export const counted = (outcomes: Import['outcomes'], skippedCells = 0, failed = 'failed'): string =>
  [
    ...importOutcomes
      .filter((outcome) => outcomes[outcome])
      .map(
        (outcome) =>
          `${number(outcomes[outcome])} ${outcome === 'error' ? failed : outcomeName(outcome).toLowerCase()}`,
      ),
    ...(skippedCells > 0 ? [`${plural(skippedCells, 'cell')} skipped`] : []),
  ].join(', ')

const units = ['bytes', 'kB', 'MB', 'GB']
/** `2.4 MB` */
export function bytes(n: number): string {
  const power = n < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3))
  return `${power === 0 ? n : (n / 1000 ** power).toFixed(1)} ${units[power]}`
}
