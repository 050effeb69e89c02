import { useDebouncedValue } from '@mantine/hooks'
import { searchRecords } from '#contract/search.ts'
import { orderName } from '#domain/orders/name.ts'
import { linkTo, type PageLink, toOrder, toProduct, toTemplate } from '../../addresses.ts'
import { useRead } from '../../api.ts'
import { useSession } from '../../session.ts'
import { date, moneyOf } from '../../ui/format.ts'
import { ChannelMark } from '../../ui/images/channel-mark.tsx'
import { Icon } from '../../ui/images/icon.tsx'
import { Thumb } from '../../ui/images/thumb.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { type Found, rankRecords } from './rank.ts'
import type { Command } from './store.ts'

/** How long typing pauses before records are asked for, in milliseconds. */
const pauseMs = 80
const recent = 3
const most = 5

/**
 * Records that fit what is typed. What was asked for before is given up as soon as something else is asked.
 * @returns the records, and whether they are those of what stands in the field now
 */
export function useRecords(query: string, open: boolean): { records: Command[]; settled: boolean } {
  const signedIn = Boolean(useSession()?.clientId)
  const typed = query.trim()
  const [search] = useDebouncedValue(typed, pauseMs)
  const records = useRead(
    searchRecords,
    { query: { q: search, limit: search ? most : recent } },
    { enabled: open && signedIn, keepPrevious: true },
  )
  const commands = useCommandsOf()
  const current = search === typed && !records.isPlaceholderData
  return {
    records: signedIn && records.data && !(typed === '' && !current) ? commands(typed, records.data) : [],
    settled: !signedIn || typed === '' || (current && (records.isSuccess || records.isError)),
  }
}

function useCommandsOf() {
  const navigate = useNavigate()
  const go = (link: PageLink) => void navigate(link)
  return (query: string, records: Found): Command[] =>
    rankRecords(query, {
      products: records.products.map(({ id, sku, title, image }) => ({
        names: [sku],
        item: {
          id: `product ${id}`,
          label: title || sku,
          keys: sku,
          group: '',
          icon: 'inventory',
          picture: <Thumb url={image} size={24} />,
          run: () => go(toProduct(id)),
        },
      })),
      orders: records.orders.map((order) => ({
        names: [order.number, order.number.replace(/^#/, ''), order.externalOrderId],
        item: {
          id: `order ${order.id}`,
          label: orderName(order),
          note: [order.customer, date(order.orderDate), moneyOf(order.totalAmount, order.currency)]
            .filter(Boolean)
            .join(' · '),
          group: '',
          icon: 'orders',
          picture: <ChannelMark channel={order.channel} />,
          run: () => go(toOrder(order.id)),
        },
      })),
      customers: records.customers.map(({ name, email }) => ({
        names: [name, email],
        item: {
          id: `customer ${email || name}`,
          label: name || email,
          note: name ? email : '',
          group: '',
          icon: 'user',
          picture: <Icon name="user" />,
          run: () => go(linkTo({ to: '/orders', search: { search: email || name } })),
        },
      })),
      templates: records.templates.map(({ id, name }) => ({
        names: [name],
        item: {
          id: `template ${id}`,
          label: name,
          group: '',
          icon: 'templates',
          run: () => go(toTemplate(id)),
        },
      })),
    })
}
