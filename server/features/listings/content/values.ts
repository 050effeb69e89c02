import type { z } from 'zod'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldRule, FieldValues, channelValues } from '#contract/mappings/values.ts'
import { isAllowed } from '#domain/mappings/value-states.ts'
import { requestMeter } from '#domain/products/attributes/meter.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { mustBeConnected } from '../../integrations/service.ts'
import { type Gathered, type Listable, gather } from './gather.ts'
import { rulesOf } from './field-rules.ts'
import * as queries from '../queries.ts'
import { type FieldValue, ListingBatch, fieldsOf } from './put-together.ts'

/** Products that are looked at, and how many of them at once. */
export const MOST_PRODUCTS = 20_000
const CHUNK = 250
/** Distinct values of a field that are told, and options. */
const MOST_VALUES = 2000
const MOST_OPTIONS = 5000
/** A longer text is no value of a list. */
const MOST_CHARACTERS = 1000

interface Count {
  value: string
  products: number
  live: number
}
type Seen = Map<string, { name: string; values: Map<string, Count> }>

/** The values that a template's products bring to a channel's fields before any mapping, with what the channel allows there. @throws not_found, integration_missing */
export async function templateValues(
  ctx: Ctx,
  { templateId, channel, integrationId }: z.output<typeof channelValues.query>,
): Promise<z.output<typeof channelValues.reply>> {
  if (!(await queries.templateExists(ctx, templateId))) throw new AppError('not_found')
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const seen: Seen = new Map()
  const categories = new Map<string, Gathered<Listable>>()
  const meter = requestMeter()
  let [products, after] = [0, 0]
  for (;;) {
    const rows = await queries.listables(ctx, { templateId, integrationId: id, channel, after, limit: CHUNK })
    for await (const { listing, values } of ListingBatch.valuesOfEach(ctx, await gather(ctx, rows), meter)) {
      note(seen, listing, values)
      products += 1
      const category = categoryOf(listing, channel)
      if (!categories.has(category)) categories.set(category, listing)
    }
    after = rows.at(-1)?.productId ?? after
    if (rows.length < CHUNK || products >= MOST_PRODUCTS || meter.isOver) break
  }
  const fieldsByCategory: Record<string, unknown>[] = []
  for (const listing of categories.values()) fieldsByCategory.push(await fieldsOf(ctx, listing))
  const rules = await rulesOf(ctx, { channel, integrationId: id }, fieldsByCategory)
  return { fields: withValues(rules, seen), products, capped: products >= MOST_PRODUCTS || meter.isOver }
}

/** What decides which facts count for a listing. */
const categoryOf = ({ row, source }: Gathered<Listable>, channel: ChannelId): string => {
  const field = builtDescription(channel)?.fields.find(({ kind }) => kind === 'category')
  if (!field) return ''
  const { name, override = '' } = field as { name: string; override?: string }
  return String(row.schemaOverrides[override] || row.schemaOverrides[name] || source.schema?.fields[name] || '')
}

function note(seen: Seen, listing: Gathered<Listable>, fieldValues: readonly FieldValue[]): void {
  const counted = new Set<string>()
  for (const { field, value } of fieldValues) {
    const key = nameKey(field)
    if (value.trim() === '' || value.length > MOST_CHARACTERS || counted.has(`${key}\n${value}`)) continue
    counted.add(`${key}\n${value}`)
    const known = seen.get(key) ?? { name: field, values: new Map<string, Count>() }
    const count = known.values.get(value) ?? { value, products: 0, live: 0 }
    count.products += 1
    if (listing.row.externalId !== '' && listing.row.id !== null) count.live += 1
    known.values.set(value, count)
    seen.set(key, known)
  }
}

/** Rules and values of the same field together; what the channel does not take goes first. */
function withValues(rules: readonly FieldRule[], seen: Seen): FieldValues[] {
  const known = new Set(rules.map(({ name }) => nameKey(name)))
  const free = [...seen].flatMap(([key, { name }]) =>
    known.has(key) ? [] : [{ name, required: false, strict: false, options: [] }],
  )
  return [...rules, ...free].map((rule) => {
    const values = [...(seen.get(nameKey(rule.name))?.values.values() ?? [])]
    const ordered = values.toSorted(
      (a, b) =>
        Number(isAllowed(rule, a.value)) - Number(isAllowed(rule, b.value)) ||
        b.products - a.products ||
        (a.value < b.value ? -1 : 1),
    )
    return {
      ...rule,
      options: rule.options.slice(0, MOST_OPTIONS),
      values: ordered.slice(0, MOST_VALUES),
      more: Math.max(0, values.length - MOST_VALUES),
    }
  })
}
