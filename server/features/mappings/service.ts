import type { HandlerInput } from '#contract/endpoint.ts'
import type { DynamicMapping, RuleSet, listDynamicMappings, saveDynamicMappings } from '#contract/mappings.ts'
import { type Ruled, type Unruled, compile, inOrder } from '#domain/mappings/dynamic.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { sanitise } from '../../http/html.ts'
import { audit } from '../audit.ts'
import { oweAll } from '../outbox/service.ts'
import * as templates from '../templates/service.ts'
import { type Change, check } from './check.ts'
import * as queries from './queries.ts'

type Asked = HandlerInput<typeof listDynamicMappings>['query']

/** A template's mappings and the global ones, in the order in which they run. @throws not_found */
export async function list(ctx: Ctx, asked: Asked): Promise<DynamicMapping[]> {
  const templateId = await templateOf(ctx, asked)
  if (asked.childId !== undefined && !(await queries.productExists(ctx, asked.childId))) throw new AppError('not_found')
  const [rows, off] = await Promise.all([
    queries.mappingsOf(ctx, templateId === null ? [] : [templateId]),
    asked.childId === undefined ? [] : queries.switchedOff(ctx, [asked.childId]),
  ])
  const isOff = new Set(off.map(({ mapping }) => mapping))
  const wanted = rows.filter(
    (row) =>
      (!asked.applyTo || row.applyTo === asked.applyTo) && (!asked.ownerType || ownerTypeOf(row) === asked.ownerType),
  )
  const byUuid = new Map(wanted.map((row) => [row.uuid, row]))
  return inOrder(wanted.map((row) => ruleSet(row, !isOff.has(row.uuid)))).map((one) => ({
    ...one,
    rules: [...one.rules],
    clientId: ctx.organizationId,
    parentId: templateId,
    parentType: 'Template',
    ownerId: byUuid.get(one.uuid)?.templateId ?? ctx.organizationId,
    description: byUuid.get(one.uuid)?.description ?? '',
  }))
}

/** The template that is asked about, if there is one. @throws not_found */
async function templateOf(
  ctx: Ctx,
  { parentId, ownerId, ownerType }: Pick<Asked, 'parentId' | 'ownerId' | 'ownerType'>,
) {
  const id = parentId ?? (ownerType === 'Global' ? undefined : ownerId)
  return id === undefined ? null : (await templates.summaryOf(ctx, id)).id
}

const ownerTypeOf = ({ templateId }: queries.MappingRow) => (templateId === null ? 'Global' : 'Template')

const ruleSet = (row: queries.MappingRow, enabled: boolean): RuleSet => ({
  uuid: row.uuid,
  name: row.name,
  applyTo: row.applyTo,
  ownerType: ownerTypeOf(row),
  index: row.position,
  active: row.active,
  enabled,
  rules: row.rules,
})

/** Makes one tab hold these mappings (MAP-170, MAP-172). Listings of products that follow rules are sent again. @throws not_found, invalid_input */
export const save = (ctx: Ctx, asked: HandlerInput<typeof saveDynamicMappings>['query'], given: readonly Change[]) =>
  inTransaction(ctx, async (ctx) => {
    const { applyTo, ownerType, childId } = asked
    const seen = await templateOf(ctx, asked)
    const templateId = ownerType === 'Global' ? null : (asked.ownerId ?? seen)
    if (ownerType === 'Template' && templateId === null) throw invalid('ownerId', 'Say whose mappings these are.')
    const attributes = (
      templateId === null
        ? await templates.attributeNames(ctx)
        : (await templates.summaryOf(ctx, templateId)).attributes
    ).map(({ name }) => name)
    check(given, applyTo, attributes)
    const tab = { templateId, applyTo }
    await queries.lockTab(ctx, tab)
    const changes = given
      .map((one, place) => ({ ...one, index: one.index ?? place }))
      .toSorted((a, b) => a.index - b.index)
      .map(({ uuid, name, description, active, rules }, position) => ({
        uuid,
        position,
        name,
        description,
        active,
        rules: applyTo === 'description' ? rules.map(cleaned) : rules,
      }))
    if ((await queries.replaceTab(ctx, tab, changes)) < changes.length)
      throw invalid('dynamicMappings', 'A mapping has the id of one that belongs elsewhere.')
    if (childId !== undefined) {
      if (!(await queries.productExists(ctx, childId))) throw new AppError('not_found')
      await queries.setSwitches(ctx, childId, given)
    }
    await audit(ctx, {
      entity: 'dynamic_mappings',
      entityId: templateId ?? ctx.organizationId,
      action: 'saved',
      new: { ownerType, applyTo, mappings: changes.map(({ name, active }) => ({ name, active })) },
    })
    for (const place of await queries.ruledPlaces(ctx, templateId)) await oweAll(ctx, place, 'revise')
    return list(ctx, asked)
  })

/** What rules write into a description is HTML. */
const cleaned = (rule: Change['rules'][number]) => ({
  ...rule,
  actions: rule.actions.map((action) => ({ ...action, value: sanitise(action.value) })),
})

/** What of products decides which rules they follow. */
export interface Follower {
  id: number
  templateId: number
  configuration: { dynamicMappingEnabled?: boolean }
}
/** The rules that products follow, each list read once. @returns for a product, what rewrites it; undefined where it follows none */
export async function rulesFor(
  ctx: Ctx,
  products: readonly Follower[],
): Promise<(product: Follower) => ((product: Unruled) => Ruled) | undefined> {
  const following = products.filter(({ configuration }) => configuration.dynamicMappingEnabled)
  if (following.length === 0) return () => undefined
  const [rows, off] = await Promise.all([
    queries.mappingsOf(ctx, [...new Set(following.map(({ templateId }) => templateId))]),
    queries.switchedOff(
      ctx,
      following.map(({ id }) => id),
    ),
  ])
  const offOf = Map.groupBy(off, ({ productId }) => productId)
  const known = new Map<string, (product: Unruled) => Ruled>()
  return ({ id, templateId, configuration }) => {
    if (!configuration.dynamicMappingEnabled) return undefined
    const isOff = new Set(offOf.get(id)?.map(({ mapping }) => mapping))
    const own = rows.filter((row) => row.templateId === null || row.templateId === templateId)
    if (own.length === 0) return undefined
    const key = [templateId, ...[...isOff].toSorted()].join(' ')
    const run = known.get(key) ?? compile(own.map((row) => ruleSet(row, !isOff.has(row.uuid))))
    known.set(key, run)
    return run
  }
}
