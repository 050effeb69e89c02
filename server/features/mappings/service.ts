import type { HandlerInput } from '#contract/endpoint.ts'
import type { DynamicMapping, RuleSet, listDynamicMappings } from '#contract/mappings/mappings.ts'
import { type RuleRun, compile, inOrder } from '#domain/mappings/dynamic.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'

type Asked = HandlerInput<typeof listDynamicMappings>['query']

/** A template's mappings and the global ones, in the order in which they run. @throws not_found */
export async function list(ctx: Ctx, query: Asked): Promise<DynamicMapping[]> {
  const templateId = await templateOf(ctx, query)
  if (query.childId !== undefined && !(await queries.templateOfProduct(ctx, query.childId)))
    throw new AppError('not_found')
  const [rows, off] = await Promise.all([
    queries.mappingsOf(ctx, templateId === null ? [] : [templateId]),
    query.childId === undefined ? [] : queries.switchedOff(ctx, [query.childId]),
  ])
  const isOff = new Set(off.map(({ mapping }) => mapping))
  const active = rows.filter(
    (row) =>
      (!query.applyTo || row.applyTo === query.applyTo) && (!query.ownerType || ownerTypeOf(row) === query.ownerType),
  )
  const byUuid = new Map(active.map((row) => [row.uuid, row]))
  return inOrder(active.map((row) => ruleSet(row, !isOff.has(row.uuid)))).map((mapping) => ({
    ...mapping,
    rules: [...mapping.rules],
    clientId: ctx.organizationId,
    parentId: templateId,
    parentType: 'Template',
    ownerId: byUuid.get(mapping.uuid)?.templateId ?? ctx.organizationId,
    description: byUuid.get(mapping.uuid)?.description ?? '',
    updatedAt: byUuid.get(mapping.uuid)?.updatedAt ?? new Date(0),
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

type Row = Omit<queries.MappingRow, 'updatedAt'>
const ownerTypeOf = ({ templateId }: Pick<Row, 'templateId'>) => (templateId === null ? 'Global' : 'Template')

const ruleSet = (row: Row, enabled: boolean): RuleSet => ({
  uuid: row.uuid,
  name: row.name,
  applyTo: row.applyTo,
  ownerType: ownerTypeOf(row),
  index: row.position,
  active: row.active,
  enabled,
  rules: row.rules,
})

/** What of products decides which rules they follow. */
export interface Follower {
  id: number
  templateId: number
  configuration: { dynamicMappingEnabled?: boolean }
}
type Rules = RuleRun | undefined

/** The rules that products follow, each list read once. @returns for a product, what rewrites it; undefined where it follows none */
export async function rulesFor(ctx: Ctx, products: readonly Follower[]): Promise<(product: Follower) => Rules> {
  const following = products.filter(({ configuration }) => configuration.dynamicMappingEnabled)
  if (following.length === 0) return () => undefined
  const [rows, off] = await Promise.all([
    queries.mappingsOf(ctx, [...new Set(following.map(({ templateId }) => templateId))]),
    queries.switchedOff(
      ctx,
      following.map(({ id }) => id),
    ),
  ])
  return rulesAmong(rows, off)
}

/** The same from lists at hand. @param off what is switched off, and for which product */
export function rulesAmong(
  rows: readonly Row[],
  off: readonly { productId: number; mapping: string }[],
): (product: Follower) => Rules {
  const offOf = Map.groupBy(off, ({ productId }) => productId)
  const known = new Map<string, RuleRun>()
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
