import { Button } from '@mantine/core'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/names.ts'
import { Facts } from '#web/ui/tables/facts.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'

interface Props {
  channel: ChannelId
  shop: string
  /** The account's own page at the channel; '' where there is none. */
  storeUrl: string
}

/** CHN-033, CHN-034, CHN-041, CHN-100: by what the channel's support knows the account, and the way there. */
export function StoreCard({ channel, shop, storeUrl }: Props) {
  const label = builtDescription(channel)?.storeId
  if (!label || !shop) return null
  return (
    <Card
      title="Store Details"
      footer={
        storeUrl && (
          <Button
            component="a"
            href={storeUrl}
            target="_blank"
            rel="noopener"
            variant="default"
            rightSection={<Icon name="external" size="s" />}
          >
            Open Store
          </Button>
        )
      }
    >
      <Facts>
        <dt>{label}</dt>
        <dd>{shop}</dd>
      </Facts>
    </Card>
  )
}
