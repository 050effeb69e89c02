import type { readingSteps } from '#contract/integrations/checks.ts'
import type { ChannelOrder } from '../channel.ts'
import { attention, passed, unsupported, type Work } from './walking.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** An access token that ends this soon and cannot be renewed is told. */
const SOON_MS = 7 * DAY_MS
/** Signatures and tokens are refused from about five minutes on. */
const MOST_SKEW_MS = MINUTE_MS
const mostPages = 5

const day = (date: Date) => date.toISOString().slice(0, 10)

/** Steps that change nothing on the channel. */
export const readingWork: Record<(typeof readingSteps)[number], Work> = {
  async account(walk) {
    const account = await walk.ask((c) => walk.channel.account(c))
    walk.currency = account.currency
    const named = account.name || account.accountId
    return named ? passed(`Connected to ${named}.`) : attention('The channel didn’t name the account.')
  },
  async access(walk) {
    const { endsAt } = walk.known
    if (!endsAt) return passed('Access doesn’t expire.')
    if (walk.channel.connect.oauth?.refreshRequest) return passed('Motto renews access before it expires.')
    const remaining = await walk.ask(async (c) => endsAt.getTime() - c.now().getTime())
    return remaining > SOON_MS
      ? passed(`Access expires on ${day(endsAt)}.`)
      : attention(`Access expires on ${day(endsAt)}. Connect the account again before then.`)
  },
  async clock({ clock, channel }) {
    if (!clock) return unsupported(`${channel.name} doesn’t tell the time with its answers.`)
    const minutes = Math.round((clock.ours.getTime() - clock.theirs.getTime()) / MINUTE_MS)
    if (Math.abs(clock.ours.getTime() - clock.theirs.getTime()) <= MOST_SKEW_MS)
      return passed(`This computer’s clock agrees with ${channel.name}.`)
    const how = minutes > 0 ? 'ahead of' : 'behind'
    return attention(
      `This computer’s clock is ${Math.abs(minutes)} min ${how} ${channel.name}. Set it right, or ${channel.name} may reject requests.`,
    )
  },
  async permissions(walk) {
    const { readiness, name } = walk.channel
    if (!readiness) return unsupported(`${name} can’t be asked what is turned on.`)
    const items = await walk.ask((c) => readiness(c))
    const open = items.filter(({ state }) => state !== 'ok')
    if (open.length === 0) return passed('Everything that Motto needs is turned on.')
    return attention(open.map(({ title, detail }) => `${title}: ${detail}`).join(' '))
  },
  async defaults(walk) {
    const { defaults, name } = walk.channel
    if (!defaults) return unsupported(`${name} has no policies or locations to choose from.`)
    const missing = Object.entries(await walk.ask((c) => defaults(c))).flatMap(([setting, value]) =>
      value === '' ? [setting] : [],
    )
    return missing.length === 0
      ? passed('Policies and locations were read.')
      : attention(`${name} has none of these yet: ${missing.map(plain).join(', ')}. Create them on ${name}.`)
  },
  async listing(walk) {
    const { items } = await walk.ask((c) => walk.channel.listings.pull(c))
    const [first] = items
    if (!first) return passed('The account has no listings on its first page.')
    return passed(`Read ${items.length} ${items.length === 1 ? 'listing' : 'listings'} of the first page.`)
  },
  async orders(walk) {
    const { orders, name } = walk.channel
    if (!orders) return unsupported(`${name} has no orders.`)
    const read: ChannelOrder[] = []
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const answer = await walk.ask((c) => orders.pull(c, new Date(c.now().getTime() - DAY_MS), cursor))
      read.push(...answer.items)
      cursor = answer.next
      if (cursor === undefined) break
    }
    const count = `${cursor === undefined ? '' : 'more than '}${read.length}`
    return passed(`Read ${count} ${read.length === 1 ? 'order' : 'orders'} that changed in the last 24 hours.`)
  },
  async notices({ channel: { webhooks, name }, known }) {
    if (!webhooks) return unsupported(`${name} doesn’t notify apps of sales. Motto checks for new sales instead.`)
    if (!known.notices) return unsupported('Notices of sales are set up for accounts that are connected in Motto.')
    if (known.notices.heard) return passed(`${name} notifies Motto of sales.`)
    const { problem } = known.notices
    return attention(
      problem
        ? `${name} can’t notify Motto of sales: ${problem} Motto checks for new sales every few seconds instead.`
        : `${name} hasn’t notified Motto of a sale yet. Motto checks for new sales every few seconds until then.`,
    )
  },
}

/** `fulfillmentPolicyId` as people read it. */
const plain = (setting: string) =>
  setting
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
