import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listingChannels } from '#contract/listings/listings.ts'
import { getProduct } from '#contract/products/products.ts'
import { listingState } from '#domain/listings/standing.ts'
import { toPublish } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { AccountOf, AccountTabs } from '#web/form/channels/account.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { channelAt, ChannelStrip } from '../channel-strip.tsx'
import { accountsIn, panelAt, panelsOf } from '../listing-state.ts'
import { NotConfigured } from '../not-configured.tsx'
import { ChannelNotice, MissingTemplate } from '../notices.tsx'
import classes from '../panel.module.css'
import { PublishPanel } from './publish-panel.tsx'

/** How one product lists, channel by channel, and what each channel said. */
export function PublishTab({ productId, channel: requested }: { productId: number; channel?: string }) {
  const channel = channelAt(requested)
  const product = useRead(getProduct, { params: { id: productId } })
  const templateId = product.data?.templateId ?? 0
  // Of the product's own template, which need not be known for that: the answer is on its way with the page.
  const panels = useRead(listingChannels, { query: { productId } })
  const { panel, account } = panelAt(channel && panels.data?.[channel], useSearch({ strict: false }).account)
  // What is typed for an account stays when that is disconnected meanwhile.
  const [dirty, setDirty] = useState(false)
  const failed = panels.isError && !panels.data ? panels : product.isError && !product.data ? product : undefined
  return (
    <>
      <ChannelStrip
        current={channel}
        linkOf={(id) => toPublish(productId, id)}
        stateOf={(id) =>
          listingState(panelsOf(panels.data?.[id]).find((candidate) => candidate.listingProduct)?.listingProduct)
        }
      />
      <div className={classes.panel}>
        {!channel ? (
          <NotConfigured />
        ) : failed ? (
          <ErrorState
            title={`Error loading channel data: ${failed.error?.message}`}
            retry={() => void failed.refetch()}
          >
            Your data is safe.
          </ErrorState>
        ) : !panels.data || !product.data ? (
          <FormSkeleton fields={6} label="Loading the channel" />
        ) : (
          <AccountOf value={account}>
            <AccountTabs
              channel={channel}
              accounts={accountsIn(panels.data[channel])}
              current={account}
              linkOf={(id) => toPublish(productId, channel, { account: id })}
            />
            <ChannelNotice channel={channel} panel={panel} />
            {panel?.authenticated && !panel.listingTemplate && (
              <MissingTemplate channel={channel} templateId={templateId} product={product.data} />
            )}
            {panel && (panel.authenticated || dirty) && (
              <PublishPanel
                key={`${channel} ${account}`}
                product={product.data}
                channel={channel}
                panel={panel}
                onDirty={setDirty}
              />
            )}
          </AccountOf>
        )}
      </div>
    </>
  )
}
