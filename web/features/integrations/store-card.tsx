import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/names.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Card } from '#web/ui/page.tsx'

/** CHN-033, CHN-041: by what the channel's support knows the account. */
export function StoreCard({ channel, shop }: { channel: ChannelId; shop: string }) {
  const label = builtDescription(channel)?.storeId
  if (!label || !shop) return null
  return (
    <Card title="Store Details">
      <Facts>
        <dt>{label}</dt>
        <dd>{shop}</dd>
      </Facts>
    </Card>
  )
}
