import { type ChannelId, channelIds } from '#contract/channels/ids.ts'
import type { ValueMapping, ValueMappingChange } from '#contract/mappings/values.ts'
import { type KeptMap, type Where, changedValues, isOn } from '#domain/mappings/changed-values.ts'
import { type MapValue, compileValues } from '#domain/mappings/values.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { checkValues } from './check.ts'
import * as queries from './queries.ts'

/** A channel's value mappings, or those of all, in their order (MAP-173). */
export const list = async (ctx: Ctx, channel?: ChannelId): Promise<ValueMapping[]> =>
  (await queries.valueMappings(ctx, channel && [channel])).map(view)

const view = ({ switches, position, ...row }: queries.ValueMappingRow): ValueMapping => ({
  ...row,
  index: position,
  configurations: switches.map(({ listingTemplateId, listingId, active }) => ({
    valueMappingId: row.id,
    parentId: listingTemplateId,
    childId: listingId,
    childType: 'ListingProduct',
    active,
  })),
})

const mapOf = ({ position, updatedAt: _at, ...row }: queries.ValueMappingRow): KeptMap & { channel: ChannelId } => ({
  ...row,
  index: position,
})

interface Save {
  valueMappings: readonly ValueMappingChange[]
  deleteIds: readonly number[]
}
/** Saves mappings and deletes some; the live listings whose values they change are sent again (MAP-174). @throws not_found, invalid_input */
export const save = (ctx: Ctx, { valueMappings, deleteIds }: Save): Promise<ValueMapping[]> =>
  inTransaction(ctx, async (ctx) => {
    await queries.lockValues(ctx)
    await mustOwn(ctx, valueMappings)
    const before = await queries.valueMappings(ctx)
    const saved = new Set(valueMappings.map(({ uuid }) => uuid))
    const deleted = new Set(deleteIds)
    const isOther = ({ uuid, updatedAt }: ValueMappingChange) => {
      const now = before.find((mapping) => mapping.uuid === uuid)
      return updatedAt !== undefined && now?.updatedAt.getTime() !== updatedAt.getTime()
    }
    if (valueMappings.some(isOther)) throw new AppError('edit_conflict')
    checkValues(
      valueMappings,
      before.filter(({ id, uuid }) => !deleted.has(id) && !saved.has(uuid)),
      before,
    )
    await queries.deleteValues(ctx, deleteIds)
    await queries.saveValues(
      ctx,
      valueMappings.map(({ index, updatedAt: _seen, ...mapping }) => ({ ...mapping, position: index })),
    )
    const after = await queries.valueMappings(ctx)
    await audit(ctx, {
      entity: 'value_mappings',
      entityId: ctx.organizationId,
      action: 'saved',
      old: { deleted: before.filter(({ id }) => deleted.has(id)).map(({ name }) => name) },
      new: { saved: valueMappings.map(({ name, channel, active }) => ({ name, channel, active })) },
    })
    await follow(ctx, before, after)
    return after.map(view)
  })

/** The switches are of the organization's own listings. */
async function mustOwn(ctx: Ctx, changes: readonly ValueMappingChange[]): Promise<void> {
  const places = changes.flatMap(({ configurations }) => configurations)
  if (places.length === 0) return
  const templates = [...new Set(places.map(({ parentId }) => parentId))]
  const listings = [...new Set(places.flatMap(({ childId }) => childId ?? []))]
  const known = await queries.knownPlaces(ctx, templates, listings)
  if (known.templates < templates.length || known.listings < listings.length) throw new AppError('not_found')
}

/** Finds out in the background which live listings have another value now. */
async function follow(ctx: Ctx, before: queries.ValueMappingRow[], after: queries.ValueMappingRow[]): Promise<void> {
  for (const channel of channelIds) {
    const of = (rows: queries.ValueMappingRow[]) => rows.filter((row) => row.channel === channel).map(mapOf)
    const changed = changedValues(of(before), of(after))
    if (changed.length > 0)
      await enqueue(ctx, 'listings.remap', { organizationId: ctx.organizationId, channel, changed })
  }
}

/** What maps the values of a listing; undefined where nothing does. Mappings are read once for many listings. */
export async function valueMapsFor(
  ctx: Ctx,
  channels: readonly ChannelId[],
): Promise<(channel: ChannelId, where: Where) => MapValue | undefined> {
  const rows = (await queries.valueMappings(ctx, channels)).filter(({ active }) => active).map(mapOf)
  const known = new Map<string, MapValue>()
  return (channel, where) => {
    const own = rows.filter((row) => row.channel === channel && isOn(row, where))
    if (own.length === 0) return undefined
    const key = own.map(({ uuid }) => uuid).join(' ')
    const run = known.get(key) ?? compileValues(own)
    known.set(key, run)
    return run
  }
}
