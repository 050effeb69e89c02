import type { ReactNode } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { listStockTemplates } from '#contract/library.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'

export type StockTemplate = CallReply<typeof listStockTemplates>[number]

export const categoryOf = ({ category, subCategory }: StockTemplate) =>
  subCategory ? `${category} / ${subCategory}` : category

const None = () => <span className="subtle">–</span>

export const Tags = ({ tags }: { tags: string }) => (tags ? tags.split(',').join(', ') : <None />)

export const Channels = ({ channels }: Pick<StockTemplate, 'channels'>): ReactNode =>
  channels.length > 0 ? (
    <span className="row">
      {channels.map((channel) => (
        <ChannelMark key={channel} channel={channel} />
      ))}
    </span>
  ) : (
    <None />
  )

const features = { allChannels: 'Works with all channels', valueMapping: 'Features value mapping' } as const

/** What a template can do, as badges. */
export const Features = ({ of }: { of: StockTemplate }) => {
  const has = (['allChannels', 'valueMapping'] as const).filter((feature) => of[feature])
  return has.length > 0 ? (
    <span className="row wrap">
      {has.map((feature) => (
        <StatusChip key={feature} of={{ label: features[feature], tone: 'info' }} />
      ))}
    </span>
  ) : (
    <None />
  )
}

/** What the wizard and the curation show alike of a template. @param category heading of the column of categories */
export const columnsOf = (category: string): Column<StockTemplate>[] => [
  { key: 'name', header: 'Name', phone: 'title', render: ({ name }) => name },
  { key: 'category', header: category, render: categoryOf },
  { key: 'tags', header: 'Tags', render: ({ tags }) => <Tags tags={tags} /> },
  { key: 'channels', header: 'Channels', render: ({ channels }) => <Channels channels={channels} /> },
  { key: 'features', header: 'Features', render: (row) => <Features of={row} /> },
]
