import { createHash } from 'node:crypto'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import {
  kindNeeds,
  type Notification,
  type NotificationKind,
  notificationKinds,
  type NotificationSettings,
} from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { announcement, kindWords, orderDetail, publishedDetail } from '#domain/notifications/words.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { HOURS, limitKey, limitTries } from '../../http/requests/limits.ts'
import { enqueue } from '../../jobs/queue.ts'
import { queueMail } from '../../mail/queue.ts'
import { type Mail, newsMail } from '../../mail/templates.ts'
import { unsubscribeToken } from '../../mail/unsubscribe.ts'
import * as queries from './queries.ts'

/** How far back an open page looks: what is older was there while nobody looked, and a mail tells of it. */
const RECENT_MS = 10 * 60_000
const MOST_RECENT = 100

export type Member = NonNullable<Awaited<ReturnType<typeof queries.membership>>>

/** Tells all who asked for it, in the transaction of what happened. Nothing is written where nobody asked. */
async function tell(ctx: Ctx, news: queries.News): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await queries.keep(ctx, news))) return
    const { organizationId } = ctx
    await enqueue(ctx, 'notifications.send', { organizationId }, { key: String(organizationId) })
  })
}

/** An order as far as it is told: never its buyer. Amounts in minor units. */
export interface ToldOrder {
  id: number
  channel: ChannelId
  integrationId: number | null
  number: string
  pieces: number
  totalAmount: number
  currency: string
}
async function tellOf(ctx: Ctx, kind: 'orders' | 'oversold', order: ToldOrder): Promise<void> {
  const { name } = await accountOf(ctx, order)
  await tell(ctx, {
    kind,
    key: String(order.id),
    subject: `${name} ${order.number}`,
    detail: orderDetail(order.pieces, order.totalAmount, order.currency),
    path: `/order/${order.id}`,
  })
}

/** How an account is named to people, and what names it in addresses: by its channel alone where that has no other. */
async function accountOf(ctx: Ctx, { channel, integrationId }: { channel: ChannelId; integrationId: number | null }) {
  const account = integrationId === null ? undefined : await queries.accountOf(ctx, integrationId)
  const name = channelNames[channel]
  return {
    name: account && !account.isOne && account.account ? `${name} (${account.account})` : name,
    search: account && !account.isFirst ? `?account=${integrationId}` : '',
  }
}

export async function tellOrders(ctx: Ctx, orders: readonly ToldOrder[]): Promise<void> {
  if (orders.length > 0 && (await queries.isWanted(ctx, 'orders')))
    for (const order of orders) await tellOf(ctx, 'orders', order)
}

/** A channel sold more than there is. */
export async function tellOversold(ctx: Ctx, order: ToldOrder): Promise<void> {
  if (await queries.isWanted(ctx, 'oversold')) await tellOf(ctx, 'oversold', order)
}

/** A channel refused a listing or a quantity. The same refusal of a listing is told once a day; one of its quantity, which is tried for ever, whatever it says. */
export async function tellRefused(
  ctx: Ctx,
  listing: { id: number; productId: number; channel: ChannelId; integrationId: number },
  reason: string,
  what: 'quantity' | 'listing' = 'listing',
): Promise<void> {
  if (!(await queries.isWanted(ctx, 'refused'))) return
  const product = await queries.skuOf(ctx, listing.productId)
  if (!product) return
  const { name, search } = await accountOf(ctx, listing)
  const about = what === 'quantity' ? what : createHash('sha256').update(reason).digest('base64url').slice(0, 22)
  const day = ctx.services.clock.now().toISOString().slice(0, 10)
  await tell(ctx, {
    kind: 'refused',
    key: `${listing.id}:${day}:${about}`,
    subject: `${product.sku} on ${name}`,
    detail: reason.slice(0, 500),
    path: `/product/${listing.productId}/publish/${listing.channel}${search}`,
  })
}

/** A channel's consent ended. Called once each time it does. */
export async function tellDisconnected(ctx: Ctx, integrationId: number): Promise<void> {
  const account = await queries.accountOf(ctx, integrationId)
  if (!account) return
  const { channel } = account
  const { name, search } = await accountOf(ctx, { channel, integrationId })
  await tell(ctx, {
    kind: 'disconnected',
    key: `${integrationId}:${ctx.services.clock.now().toISOString()}`,
    subject: name,
    detail: 'Re-authorize it. Until then, orders and quantities don’t sync.',
    path: `/integrations/${channel}${search}`,
  })
}

/** Many products were listed, as far as their channels take them; `listed` and `failed` count each on each account. */
export async function tellPublished(
  ctx: Ctx,
  run: { id: number; at: Date; products: number; listed: number; failed: number },
): Promise<void> {
  if (!(await queries.isWanted(ctx, 'published'))) return
  await tell(ctx, {
    kind: 'published',
    // It may be gone on with, and end again.
    key: `${run.id}:${run.at.toISOString()}`,
    subject: run.products === 1 ? '1 product' : `${run.products.toLocaleString('en-US')} products`,
    detail: publishedDetail(run.listed, run.failed),
    path: `/inventory/publishing/${run.id}`,
  })
}

/** A token proposed what its budget does not cover. Called once for all that waits of it. @param proposal the first of them */
export async function tellApproval(
  ctx: Ctx,
  proposal: { id: number; tokenId: number; tokenName: string; title: string },
): Promise<void> {
  if (!(await queries.isWanted(ctx, 'approvals'))) return
  await tell(ctx, {
    kind: 'approvals',
    key: `${proposal.tokenId}:${proposal.id}`,
    subject: proposal.tokenName,
    detail: proposal.title,
    path: '/account/approvals',
  })
}

/** Nothing of a token waits any more: who was not told yet need not be. */
export const untellApprovals = (ctx: Ctx, tokenId: number) => queries.drop(ctx, 'approvals', `${tokenId}:`)

const readable = (roleId: number | null) => notificationKinds.filter((kind) => may(roleId, kindNeeds[kind]))

async function mustBeMember(ctx: Ctx): Promise<Member> {
  const member = ctx.userId === null ? undefined : await queries.membership(ctx, ctx.userId)
  if (!member) throw new AppError('forbidden', 'Only members of this organization get notifications.')
  return member
}

/** What the caller asked for, of what their role may read. */
export async function settings(ctx: Ctx): Promise<NotificationSettings> {
  const member = ctx.userId === null ? undefined : await queries.membership(ctx, ctx.userId)
  const rows = member ? await queries.settingsOf(ctx, member.userId) : []
  return {
    member: member !== undefined,
    email: member?.email ?? '',
    kinds: readable(ctx.roleId).map((kind) => {
      const setting = rows.find((row) => row.kind === kind)
      return { kind, browser: Boolean(setting?.browserSince), mail: Boolean(setting?.mailSince) }
    }),
  }
}

/** @throws forbidden for whoever is no member, or may not read what it is about */
export async function saveSetting(
  ctx: Ctx,
  { kind, ...ways }: { kind: NotificationKind; browser?: boolean | undefined; mail?: boolean | undefined },
): Promise<NotificationSettings> {
  const member = await mustBeMember(ctx)
  if (!readable(ctx.roleId).includes(kind)) throw new AppError('forbidden')
  await inTransaction(ctx, (ctx) => queries.saveSetting(ctx, member.userId, kind, ways))
  return settings(ctx)
}

/** What the caller's browser may show. */
export async function recent(ctx: Ctx): Promise<Notification[]> {
  const kinds = readable(ctx.roleId)
  if (ctx.userId === null || kinds.length === 0) return []
  const since = new Date(ctx.services.clock.now().getTime() - RECENT_MS)
  return queries.recent(ctx, ctx.userId, kinds, since, MOST_RECENT)
}

/** The mail that tells a member of news of one kind, newest first. */
export function mailOf(
  ctx: Ctx,
  member: Member,
  kind: NotificationKind,
  news: readonly Pick<Notification, 'kind' | 'subject' | 'detail' | 'path'>[],
): Mail {
  const { config } = ctx.services
  const { title, path } = announcement(kind, news)
  const token = unsubscribeToken(ctx.services, {
    organizationId: ctx.organizationId,
    userId: member.userId,
    what: kind,
  })
  return newsMail({
    publicUrl: config.publicUrl,
    organization: member.organization,
    title,
    news,
    path,
    about: kindWords[kind],
    unsubscribe: `${config.publicUrl}/unsubscribe?token=${token}`,
  })
}

/** Mails the caller an example, at once. @throws too_many_requests */
export async function sendTest(ctx: Ctx): Promise<void> {
  const member = await mustBeMember(ctx)
  await limitTries(
    ctx.services,
    [{ key: limitKey('test-mail', member.userId), max: 5, seconds: HOURS }],
    'You’ve sent yourself several tests. Wait a few minutes, then try again.',
  )
  const example = {
    kind: 'orders',
    subject: 'TEST-1',
    detail: 'Example only. Nothing was sold.',
    path: '/orders',
  } as const
  await queueMail(ctx.services, ctx.db, member.email, mailOf(ctx, member, 'orders', [example]), ctx.organizationId)
}
