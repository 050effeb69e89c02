import type { z } from 'zod'
import type { DynamicMappingChange, OwnerType, RuledText } from '#contract/mappings/mappings.ts'
import { type KeptMapping, type RuleChange, namesOf, reversed, same } from '#domain/mappings/change.ts'
import { problemsOf } from '#domain/mappings/check.ts'
import { targetsIn } from '#domain/mappings/inputs.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { sanitise } from '../../http/requests/html.ts'
import { audit } from '../audit.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'

type Mapping = z.output<typeof DynamicMappingChange>
export interface AskedTab {
  ownerType: OwnerType
  applyTo: RuledText
  dynamicMappings: readonly Mapping[]
  seen?: readonly { uuid: string; updatedAt: Date }[] | undefined
}
export interface AskedChange {
  /** Null for global mappings that are seen from no template. */
  templateId: number | null
  productId?: number | undefined
  tabs: readonly AskedTab[]
}

/** What a change asked for comes to, lists that stay as they are left out. @throws not_found, invalid_input, edit_conflict */
export async function readChange(ctx: Ctx, { templateId, productId, tabs }: AskedChange): Promise<RuleChange> {
  const template = templateId === null ? undefined : await templates.summaryOf(ctx, templateId)
  if (productId !== undefined) {
    const product = await queries.templateOfProduct(ctx, productId)
    if (!product || (templateId !== null && product.templateId !== templateId)) throw new AppError('not_found')
  }
  mustDiffer(tabs)
  const rows = await queries.mappingsOf(ctx, templateId === null ? [] : [templateId])
  const everywhere = tabs.some(({ ownerType }) => ownerType === 'Global') ? await templates.attributeNames(ctx) : []
  const read = tabs.map((tab, at) => {
    const { ownerType, applyTo, dynamicMappings, seen } = tab
    const owner = ownerType === 'Global' ? null : templateId
    if (ownerType === 'Template' && owner === null) throw invalid('ownerId', 'Say whose mappings these are.')
    const own = rows
      .filter((row) => row.templateId === owner && row.applyTo === applyTo)
      .toSorted((a, b) => a.position - b.position)
    if (seen && !isAsSeen(own, seen)) throw new AppError('edit_conflict')
    const names = (owner === null ? everywhere : (template?.attributes ?? [])).map(({ name }) => name)
    refuse(problemsOf(dynamicMappings, applyTo, names), tabs.length > 1 ? `tabs.${at}.` : '')
    const after = keptOf(tab)
    const now = new Set(own.map(({ uuid }) => uuid))
    const strange = after.find(({ uuid }) => !now.has(uuid) && rows.some((row) => row.uuid === uuid))
    if (strange) throw elsewhere()
    return { templateId: owner, applyTo, before: own.map(keptRow), after }
  })
  const switches =
    productId === undefined
      ? undefined
      : await switchesOf(
          ctx,
          productId,
          tabs.flatMap((tab) => tab.dynamicMappings),
        )
  return { tabs: read.filter(({ before, after }) => !same(before, after)), ...(switches && { switches }) }
}

/** @throws invalid_input where a list, or the id of a mapping, is there twice: which one would stand is not said */
function mustDiffer(tabs: readonly AskedTab[]): void {
  const lists = tabs.map(({ ownerType, applyTo }) => `${ownerType} ${applyTo}`)
  const again = lists.findIndex((list, at) => lists.indexOf(list) < at)
  if (again >= 0) throw invalid(`tabs.${again}`, 'This list is there twice.')
  const ids = tabs.flatMap(({ dynamicMappings }) => dynamicMappings.map(({ uuid }) => uuid))
  if (new Set(ids).size < ids.length) throw invalid('dynamicMappings', 'Two mappings have the same id.')
}

const elsewhere = () => invalid('dynamicMappings', 'A mapping has the id of one that belongs elsewhere.')

function refuse(problems: Record<string, string>, within: string): void {
  const entries = Object.entries(problems)
  const [first] = entries
  if (!first) return
  const fields = Object.fromEntries(
    entries.map(([path, sentence]) => [`${within}dynamicMappings${path && `.${path}`}`, sentence]),
  )
  throw new AppError('invalid_input', first[1], { fields })
}

const isAsSeen = (rows: readonly queries.MappingRow[], seen: NonNullable<AskedTab['seen']>) => {
  const times = new Map(seen.map(({ uuid, updatedAt }) => [uuid, updatedAt.getTime()]))
  return rows.length === seen.length && rows.every(({ uuid, updatedAt }) => times.get(uuid) === updatedAt.getTime())
}

const keptRow = ({ uuid, position, name, description, active, rules }: queries.MappingRow): KeptMapping => ({
  uuid,
  position,
  name,
  description,
  active,
  rules,
})

type Rule = Mapping['rules'][number]
/** What rules write into a description is HTML, whichever list they are in. What they write into attributes is text, and what they split by is nowhere written. */
const isHtml = ({ action, target }: Rule['actions'][number], applyTo: RuledText) =>
  action !== 'split by' && targetsIn(target, applyTo).some((part) => 'text' in part && part.text === 'description')
const cleaned = (rule: Rule, applyTo: RuledText) => ({
  ...rule,
  actions: rule.actions.map((action) =>
    isHtml(action, applyTo) ? { ...action, value: sanitise(action.value) } : action,
  ),
})

const keptOf = ({ applyTo, dynamicMappings }: AskedTab): KeptMapping[] =>
  dynamicMappings
    .map((mapping, place) => ({ ...mapping, index: mapping.index ?? place }))
    .toSorted((a, b) => a.index - b.index)
    .map(({ uuid, name, description, active, rules }, position) => ({
      uuid,
      position,
      name,
      description,
      active,
      rules: rules.map((rule) => cleaned(rule, applyTo)),
    }))

/** What is switched off for a product, before and after; of other lists as it is. */
async function switchesOf(ctx: Ctx, productId: number, mappings: readonly Mapping[]) {
  const before = (await queries.switchedOff(ctx, [productId])).map(({ mapping }) => mapping).toSorted()
  const uuids = new Set(mappings.map(({ uuid }) => uuid))
  const off = mappings.filter(({ enabled }) => !enabled).map(({ uuid }) => uuid)
  const after = [...before.filter((uuid) => !uuids.has(uuid)), ...off].toSorted()
  return same(before, after) ? undefined : { productId, before, after }
}

/** Makes a change of rules in the caller's transaction. @returns null where nothing changes @throws not_found, invalid_input, edit_conflict */
export async function writeChange(ctx: Ctx, request: AskedChange): Promise<RuleChange | null> {
  await queries.lockRules(ctx)
  const change = await readChange(ctx, request)
  if (change.tabs.length === 0 && !change.switches) return null
  await put(ctx, change, 'saved')
  return change
}

/** Takes a change of rules back. @returns what that changed @throws cannot_undo where somebody changed them since */
export async function undoChange(ctx: Ctx, change: RuleChange): Promise<RuleChange> {
  await queries.lockRules(ctx)
  const { tabs, switches } = change
  const rows = await queries.mappingsOf(
    ctx,
    tabs.flatMap(({ templateId }) => templateId ?? []),
  )
  for (const { templateId, applyTo, after } of tabs) {
    const now = rows.filter((row) => row.templateId === templateId && row.applyTo === applyTo)
    if (!same(now.toSorted((a, b) => a.position - b.position).map(keptRow), after))
      throw new AppError('cannot_undo', 'These rules were changed later. Undo the later change first.')
    if (templateId !== null) await templates.summaryOf(ctx, templateId)
  }
  const back = reversed(change)
  const isGone = switches && !(await queries.templateOfProduct(ctx, switches.productId))
  const whole = isGone ? { tabs: back.tabs } : back
  await put(ctx, whole, 'undone')
  return whole
}

async function put(ctx: Ctx, change: RuleChange, action: string): Promise<void> {
  for (const { after, ...tab } of change.tabs)
    if ((await queries.replaceTab(ctx, tab, after)) < after.length) throw elsewhere()
  if (change.switches) await queries.setSwitches(ctx, change.switches)
  const [first] = change.tabs
  await audit(ctx, {
    entity: 'dynamic_mappings',
    entityId: first?.templateId ?? ctx.organizationId,
    action,
    new: { mappings: namesOf(change) },
  })
}
