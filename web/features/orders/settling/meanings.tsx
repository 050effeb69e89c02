import { Button } from '@mantine/core'
import { forgetMeaning, listMeanings } from '#contract/orders/settling.ts'
import { toProduct } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './settling.module.css'

/** What channels' SKUs mean, as somebody said here; nothing where nobody did. */
export function Meanings({ maySettle }: { maySettle: boolean }) {
  const known = useRead(listMeanings)
  const forget = useWrite(forgetMeaning, { onSuccess: () => toast.success('SKU link removed') })
  if (!known.data) return <CouldNotLoad what="SKU links" read={known} />
  if (known.data.length === 0) return null
  return (
    <Card title="SKU links">
      <ul className={classes.known} aria-label="SKU links">
        {known.data.map(({ channel, sku, ours, productId, by, at }) => (
          <li key={`${channel} ${sku}`}>
            <ChannelMark channel={channel} />
            <span className="grow">
              <span className="mono">{sku}</span> means{' '}
              <Link className="mono link" {...toProduct(productId)}>
                {ours}
              </Link>
              <span className="small subtle"> {[by, date(at)].filter(Boolean).join(', ')}</span>
            </span>
            {maySettle && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Remove link of ${sku} on ${markNames[channel]}`}
                disabled={forget.isPending}
                onClick={() => forget.mutate({ body: { channel, sku } })}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
