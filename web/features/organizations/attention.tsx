import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { getAttention } from '#contract/analytics.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark, markNames } from '#web/ui/channel-mark.tsx'
import { dateTime, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import classes from './dashboard.module.css'

type Found = CallReply<typeof getAttention>
interface Row {
  key: string
  to: string
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
  to: string
  search: object
  rows: readonly Row[]
}

const causesOf = ({ oversold, refused, disconnected, held, tooMany, drifted }: Found): Cause[] => [
  {
    title: `${plural(held.items, 'channel')} held up`,
    items: held.items,
    tone: 'warning',
    to: '/integrations',
    search: {},
    rows: held.rows.map(({ channel, since, reason }) => ({
      key: channel,
      to: `/integrations/${channel}`,
      mark: <ChannelMark channel={channel} named />,
      name: markNames[channel],
      words: `since ${dateTime(since)}: ${reason}`,
      verb: 'Look',
    })),
  },
  {
    title: `${plural(disconnected.items, 'channel')} disconnected`,
    items: disconnected.items,
    tone: 'danger',
    to: '/integrations',
    search: {},
    rows: disconnected.rows.map(({ channel, problem, listings }) => ({
      key: channel,
      to: `/integrations/${channel}`,
      mark: <ChannelMark channel={channel} named />,
      name: markNames[channel],
      words: problem || (listings ? `${plural(listings, 'live listing')} not kept in step` : 'Sign-in ended'),
      verb: 'Connect',
    })),
  },
  {
    title: `${plural(tooMany.items, 'listing')} ${tooMany.items === 1 ? 'shows' : 'show'} more than there is`,
    items: tooMany.items,
    tone: 'danger',
    to: '/listings',
    search: { behind: 'tooMany' },
    rows: tooMany.rows.map(({ productId, channel, sku, shown, ours, reason }) => ({
      key: `${productId} ${channel}`,
      to: `/product/${productId}/publish/${channel}`,
      mark: <ChannelMark channel={channel} />,
      name: sku,
      words: `${markNames[channel]} still shows ${shown}; we have ${ours}. Lower it there or unlist it. ${reason}`,
      verb: 'Fix',
    })),
  },
  {
    title: `${plural(drifted.items, 'number')} changed on a channel by somebody else`,
    items: drifted.items,
    tone: 'warning',
    to: drifted.rows[0] ? `/integrations/${drifted.rows[0].channel}` : '/integrations',
    search: {},
    rows: drifted.rows.map(({ productId, channel, sku, ours, theirs }) => ({
      key: `${productId} ${channel} ${sku}`,
      to: `/integrations/${channel}`,
      mark: <ChannelMark channel={channel} />,
      name: sku,
      words: `it was set to ${theirs} there; ours, ${ours}, was sent again. Keep ours, or count theirs`,
      verb: 'Settle',
    })),
  },
  {
    title: `${plural(refused.items, 'listing')} refused or failed`,
    items: refused.items,
    tone: 'danger',
    to: '/listings',
    search: { status: 'error' },
    rows: refused.rows.map(({ productId, channel, sku, title, reason }) => ({
      key: `${productId} ${channel}`,
      to: `/product/${productId}/publish/${channel}`,
      mark: <ChannelMark channel={channel} />,
      name: sku,
      words: reason || title,
      verb: 'Fix',
    })),
  },
  {
    title: `${plural(oversold.items, 'order')} oversold`,
    items: oversold.items,
    tone: 'warning',
    to: '/orders',
    search: { tab: 'open', oversold: true },
    rows: oversold.rows.map(({ id, channel, number, customer, lines }) => ({
      key: String(id),
      to: `/order/${id}`,
      mark: <ChannelMark channel={channel} />,
      name: number,
      words: [customer, lines.map(({ sku, shortfall }) => `${shortfall} of ${sku} missing`).join(', ')]
        .filter(Boolean)
        .join(' · '),
      verb: 'Open',
    })),
  },
]

/** What waits for the seller, by cause: each item with its way there; nothing when nothing does. */
export function Attention() {
  const found = useRead(getAttention)
  const causes = found.data ? causesOf(found.data).filter(({ items }) => items > 0) : []
  if (!causes.length) return null
  return (
    <section className={classes.needs} aria-label="Needs you">
      {causes.map(({ title, items, tone, to, search, rows }) => (
        <div key={title}>
          <h2>
            <span className={classes.badge} data-tone={tone} aria-hidden="true">
              {items}
            </span>
            <Link to={to as string} search={search}>
              {title}
            </Link>
          </h2>
          <ul>
            {rows.map((row) => (
              <li key={row.key}>
                <Link to={row.to as string}>
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
            <Link className={classes.more} to={to as string} search={search}>
              All {items}
            </Link>
          )}
        </div>
      ))}
    </section>
  )
}
