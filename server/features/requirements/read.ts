import { type Channel, isPassing } from '#channels/channel.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { AskedOptions, Field } from '#contract/channels/describe.ts'
import { siteField, siteOf } from '#contract/channels/site.ts'
import { type CategoryRules, type Choices, categoryChanges, removedChoices } from '#domain/requirements/changes.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { Connected } from '../integrations/connections/connections.ts'
import { prepare } from '../listings/content/source.ts'
import * as queries from './queries.ts'

/** Categories of one account that are read in a night. */
const MOST_CATEGORIES = 300

const isThing = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const within = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((at, name) => (isThing(at) ? at[name] : undefined), value)

/** Asks a channel for the rules of all that live listings use, and notes what changed since it was asked last. */
export async function readRules(ctx: Ctx, connected: Connected): Promise<void> {
  const { id } = connected.integration
  const before = await queries.knownRules(ctx, id)
  const categories = await categoriesOf(ctx, connected, before)
  const choices = await choicesOf(connected)
  await inTransaction(ctx, async (ctx) => {
    for (const { key, label, rules } of categories) {
      const known = before.get(key)?.rules as CategoryRules | undefined
      if (known) await queries.addChanges(ctx, id, { key, label }, categoryChanges(known, rules))
    }
    for (const { key, label, rules } of choices) {
      const known = before.get(key)?.rules as Choices | undefined
      if (known) await queries.addChanges(ctx, id, { key, label }, removedChoices(known, rules))
    }
    await queries.keepRules(ctx, id, [...categories, ...choices])
  })
}

interface Category extends queries.Said {
  rules: CategoryRules
}

async function categoriesOf(
  ctx: Ctx,
  connected: Connected,
  known: ReadonlyMap<string, { label: string }>,
): Promise<Category[]> {
  const { channel, connection, integration } = connected
  const field = builtDescription(channel.id)?.fields.find(({ kind }) => kind === 'category')
  const { facts, factsKey, categoryRules } = channel
  if (!field || !facts || !factsKey || !categoryRules) return []
  const { name, override = name } = field
  const ids = await queries.oneOfEachCategory(ctx, integration.id, { name, override, most: MOST_CATEGORIES })
  const read = new Map<string, CategoryRules>()
  for (const { ready } of await prepare(ctx, await queries.listingsByIds(ctx, ids))) {
    const id = factsKey(ready)
    if (!id || read.has(id)) continue
    const rules = categoryRules(await facts(connection, ready))
    if (rules) read.set(id, rules)
  }
  const keyOf = (categoryId: string) => onSite(integration, `category ${categoryId}`)
  const isUnnamed = [...read.keys()].some((id) => !known.get(keyOf(id))?.label)
  const names = isUnnamed ? await namesOf(connected, field) : new Map<string, string>()
  return [...read].map(([id, rules]) => {
    const key = keyOf(id)
    return { key, label: known.get(key)?.label || names.get(id) || id, rules }
  })
}
/** What another site of the channel says is no change of what this one said. Keys of the site that is the standard name none. */
function onSite({ channel, settings }: Connected['integration'], key: string): string {
  const site = siteOf(channel, settings)
  return site === (siteField(channel)?.standard ?? '') ? key : `${site} ${key}`
}

/** Names of all categories by id. Without them changes are told by id. */
async function namesOf(
  { channel, connection }: Connected,
  { tree }: Pick<Field, 'tree'>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const ask = tree && channel.lookups[tree.lookup]
  if (!ask) return names
  const answer = await ask(connection, {}).catch((error: unknown) => {
    if (isPassing(error)) return undefined
    throw error
  })
  const open = [tree.root === undefined ? answer : within(answer, tree.root)].flat()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    names.set(String(within(node, tree.id)), String(within(node, tree.name)))
    const children = within(node, tree.children)
    if (Array.isArray(children)) for (const child of children) open.push(child)
  }
  return names
}

interface Choice extends queries.Said {
  rules: Choices
}
/** The options of whatever listings refer to in the seller's account. */
async function choicesOf({ channel, connection, integration }: Connected): Promise<Choice[]> {
  if (!channel.refersTo) return []
  const fields = (builtDescription(channel.id)?.fields ?? []).flatMap(({ name, label, asks, on }) =>
    asks && on.includes('integration') ? [{ name, label, asks }] : [],
  )
  const answers = new Map<string, Promise<unknown>>()
  const answerOf = (lookup: string) => {
    const answer = answers.get(lookup) ?? askFor(channel, connection, lookup)
    answers.set(lookup, answer)
    return answer
  }
  const choices: Choice[] = []
  for (const { name, label, asks } of fields) {
    const rules = optionsIn(asks, await answerOf(asks.lookup))
    if (rules) choices.push({ key: onSite(integration, `choice ${name}`), label, rules })
  }
  return choices
}
const askFor = async (channel: Channel, connection: Connected['connection'], lookup: string): Promise<unknown> =>
  channel.lookups[lookup]?.(connection, {})

function optionsIn({ at, value, label }: AskedOptions, answer: unknown): Choices | undefined {
  const list = at === undefined ? answer : within(answer, at)
  if (!Array.isArray(list)) return undefined
  return Object.fromEntries(
    list.filter(isThing).map((option) => {
      const words = label.flatMap((part) => (typeof option[part] === 'string' && option[part] ? [option[part]] : []))
      return [String(option[value]), words.join(', ')]
    }),
  )
}
