import type { ReactNode } from 'react'
import { getAttention } from '#contract/analytics/analytics.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { linkTo, type PageLink, toIntegrations, toPublish } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { dateTime, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './dashboard.module.css'

type Found = CallReply<typeof getAttention>
type OfAccount = Pick<Found['held']['rows'][number], 'channel' | 'integrationId'>
interface Row {
  key: string
  link: PageLink
  mark: ReactNode
  name: string
  words: string
  verb: string
}
interface Cause {
  title: string
  items: number
  tone: 'danger' | 'warning'
  /** The list of exactly these. */
  link: PageLink
  rows: readonly Row[]
}

/** Orders that are settled on a page of their own. */
const ofOrders = (oversold: Found['oversold'], unknown: Found['unknown']): Cause[] => [
  {
    title: `${plural(oversold.items, 'order')} oversold`,
    items: oversold.items,
    tone: 'warning',
    link: linkTo({ to: '/orders', search: { tab: 'open', oversold: true } }),
    rows: oversold.rows.map(({ id, channel, number, customer, lines }) => ({
      key: String(id),
      link: linkTo({ to: '/orders/issues', search: { order: id } }),
      mark: <ChannelMark channel={channel} />,
      name: number,
      words: [customer, lines.map(({ sku, shortfall }) => `${sku} short by ${shortfall}`).join(', ')]
        .filter(Boolean)
        .join(' · '),
      verb: 'Resolve',
    })),
  },
  {
    title: `${plural(unknown.items, 'order')} with unknown SKUs`,
    items: unknown.items,
    tone: 'warning',
    link: linkTo({ to: '/orders/issues', search: { kind: 'unknown' } }),
    rows: unknown.rows.map(({ id, channel, number, customer, lines }) => ({
      key: String(id),
      link: linkTo({ to: '/orders/issues', search: { order: id } }),
      mark: <ChannelMark channel={channel} />,
      name: number,
      words: [customer, `No product for ${lines.join(', ')}`].filter(Boolean).join(' · '),
      verb: 'Resolve',
    })),
  },
]

/** What AI agents may not do by themselves. */
const ofAgents = (approvals: Found['approvals']): Cause => ({
  title: `${plural(approvals.items, 'proposal')} to approve`,
  items: approvals.items,
  tone: 'warning',
  link: linkTo({ to: '/account/approvals' }),
  rows: approvals.rows.map(({ id, tokenName, reason }) => ({
    key: String(id),
    link: linkTo({ to: '/account/approvals' }),
    mark: <Icon name="clock" size="s" />,
    name: tokenName,
    words: reason,
    verb: 'Review',
  })),
})

const causesOf = (
  { oversold, unknown, refused, disconnected, outdated, requirements, held, tooMany, drifted, approvals }: Found,
  nameOf: ReturnType<typeof useAccounts>['nameOf'],
): Cause[] => {
  /** A channel, and which of its accounts where it has several. */
  const named = ({ channel, integrationId }: OfAccount) =>
    [markNames[channel], nameOf(integrationId)].filter(Boolean).join(' ')
  const at = ({ integrationId }: OfAccount) => (nameOf(integrationId) ? { account: integrationId } : {})
  const beside = (account: OfAccount) => nameOf(account.integrationId) && `${named(account)}: `
  return [
    {
      title: `${plural(held.items, 'channel')} delayed`,
      items: held.items,
      tone: 'warning',
      link: toIntegrations(),
      rows: held.rows.map(({ since, reason, ...row }) => ({
        key: String(row.integrationId),
        link: toIntegrations(row.channel, at(row)),
        mark: <ChannelMark channel={row.channel} named />,
        name: named(row),
        words: `since ${dateTime(since)}: ${reason}`,
        verb: 'View',
      })),
    },
    {
      title: `${plural(disconnected.items, 'channel')} disconnected`,
      items: disconnected.items,
      tone: 'danger',
      link: toIntegrations(),
      rows: disconnected.rows.map(({ problem, listings, ...row }) => ({
        key: String(row.integrationId),
        link: toIntegrations(row.channel, at(row)),
        mark: <ChannelMark channel={row.channel} named />,
        name: named(row),
        words: problem || (listings ? `${plural(listings, 'live listing')} not syncing` : 'Access expired'),
        verb: 'Connect',
      })),
    },
    {
      title: `${plural(outdated.items, 'channel')} ${outdated.items === 1 ? 'ends' : 'end'} the API version that Motto uses`,
      items: outdated.items,
      tone: outdated.rows.some(({ daysServed }) => daysServed === 0) ? 'danger' : 'warning',
      link: toIntegrations(),
      rows: outdated.rows.map(({ channel, advice }) => ({
        key: channel,
        link: toIntegrations(channel, {}, 'health'),
        mark: <ChannelMark channel={channel} named />,
        name: markNames[channel],
        words: advice,
        verb: 'View',
      })),
    },
    {
      title: `${plural(requirements.items, 'channel requirement')} not met`,
      items: requirements.items,
      tone: requirements.rows.some(({ daysLeft }) => daysLeft <= 0) ? 'danger' : 'warning',
      link: linkTo({ to: '/requirements' }),
      rows: requirements.rows.map(({ id, title, listings, daysLeft, ...row }) => ({
        key: String(id),
        link: linkTo({ to: '/requirements', search: { requirement: id } }),
        mark: <ChannelMark channel={row.channel} named />,
        name: named(row),
        words: `${title}${daysLeft > 0 ? ` in ${plural(daysLeft, 'day')}` : ''}: ${plural(listings, 'live listing')}`,
        verb: 'Fix',
      })),
    },
    {
      title: `${plural(tooMany.items, 'listing')} ${tooMany.items === 1 ? 'shows' : 'show'} more than you have in stock`,
      items: tooMany.items,
      tone: 'danger',
      link: linkTo({ to: '/listings', search: { behind: 'tooMany' } }),
      rows: tooMany.rows.map(({ productId, sku, shown, ours, reason, ...row }) => ({
        key: `${productId} ${row.integrationId}`,
        link: toPublish(productId, row.channel, at(row)),
        mark: <ChannelMark channel={row.channel} />,
        name: sku,
        words: `${named(row)} still shows ${shown}, but you have ${ours}. Lower the quantity there or unlist it. ${reason}`,
        verb: 'Fix',
      })),
    },
    {
      title: `${plural(drifted.items, 'quantity', 'quantities')} changed outside Motto`,
      items: drifted.items,
      tone: 'warning',
      link: drifted.rows[0] ? toIntegrations(drifted.rows[0].channel, at(drifted.rows[0]), 'health') : toIntegrations(),
      rows: drifted.rows.map(({ productId, sku, ours, theirs, ...row }) => ({
        key: `${productId} ${row.integrationId} ${sku}`,
        link: toIntegrations(row.channel, at(row), 'health'),
        mark: <ChannelMark channel={row.channel} />,
        name: sku,
        words: `${beside(row)}changed to ${theirs} on the channel; Motto restored ${ours}. Keep ${ours} or use ${theirs}?`,
        verb: 'Resolve',
      })),
    },
    {
      title: `${plural(refused.items, 'listing')} failed to publish`,
      items: refused.items,
      tone: 'danger',
      link: linkTo({ to: '/listings', search: { status: 'error' } }),
      rows: refused.rows.map(({ productId, sku, title, reason, ...row }) => ({
        key: `${productId} ${row.integrationId}`,
        link: toPublish(productId, row.channel, at(row)),
        mark: <ChannelMark channel={row.channel} />,
        name: sku,
        words: `${beside(row)}${reason || title}`,
        verb: 'Fix',
      })),
    },
    ...ofOrders(oversold, unknown),
    ofAgents(approvals),
  ]
}

/** What waits for the seller, by cause: each item with its way there; nothing when nothing does. */
export function Attention() {
  const attention = useRead(getAttention)
  const { nameOf } = useAccounts()
  const causes = attention.data ? causesOf(attention.data, nameOf).filter(({ items }) => items > 0) : []
  if (!causes.length) return null
  return (
    <section className={classes.needs} aria-label="Needs attention">
      {causes.map(({ title, items, tone, link, rows }) => (
        <div key={title}>
          <h2>
            <span className={classes.badge} data-tone={tone} aria-hidden="true">
              {items}
            </span>
            <Link {...link}>{title}</Link>
          </h2>
          <ul>
            {rows.map((row) => (
              <li key={row.key}>
                <Link {...row.link}>
                  {row.mark}
                  <b className="mono">{row.name}</b>
                  <span className="grow">{row.words}</span>
                  <span className={classes.verb}>
                    {row.verb}
                    <Icon name="chevron-right" size="s" />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {items > rows.length && (
            <Link className={classes.more} {...link}>
              All {items}
            </Link>
          )}
        </div>
      ))}
    </section>
  )
}
