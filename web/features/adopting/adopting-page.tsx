import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { adoptingState, readCatalogue } from '#contract/adopting/adopting.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { toAdopting, toIntegrations } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { ago, number, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './adopting.module.css'
import { Listings, type Props } from './listings.tsx'
import { Reading } from './reading.tsx'

/** Few need it. */
const BringIn = lazy(() => import('./bring-in.tsx'))

/** What a seller sells on a channel already: read, looked at side by side, linked or left alone. */
export function AdoptingPage() {
  const { integrationId = '' } = useParams({ from: '/adopt/{-$integrationId}' })
  // An address that names no account leads to the question which.
  return /^\d{1,15}$/.test(integrationId) ? <OneShop key={integrationId} id={Number(integrationId)} /> : <Shops />
}

/** Which of the connected channels? */
function Shops() {
  const integrations = useRead(listIntegrations)
  const connected = Object.values(integrations.data ?? {})
    .flatMap((account) => [account, ...account.others])
    .filter(({ authenticated }) => authenticated)
  return (
    <Page title="Existing listings" crumbs={[{ label: 'Integrations', to: toIntegrations() }]}>
      {integrations.isError && !integrations.data ? (
        <ErrorState error={integrations.error} retry={() => void integrations.refetch()} />
      ) : !integrations.data ? (
        <FormSkeleton fields={2} label="Loading the channels" />
      ) : connected.length === 0 ? (
        <EmptyState title="No channels connected">
          Connect a channel under <Link {...toIntegrations()}>Integrations</Link> to find your listings.
        </EmptyState>
      ) : (
        <ul className={classes.shops}>
          {connected.map(({ id, channel, integration }) => (
            <li key={id}>
              <Link {...toAdopting(id)}>
                <ChannelMark channel={channel} state="live" size="l" />
                <span>
                  <b>{markNames[channel]}</b>
                  <small>{integration.shop}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function OneShop({ id }: { id: number }) {
  const params = { integrationId: id }
  const state = useRead(adoptingState, { params })
  const manager = useMay('integrations:write')
  const read = useWrite(readCatalogue)
  const { data } = state
  const name = data ? markNames[data.channel] : 'the channel'
  const isBusy = data?.read?.state === 'reading'
  return (
    <Page
      title={data ? `Existing ${name} listings` : 'Existing listings'}
      name="Existing listings"
      crumbs={[
        { label: 'Integrations', to: toIntegrations() },
        ...(data ? [{ label: name, to: toIntegrations(data.channel) }] : []),
      ]}
      flush
      actions={
        data &&
        manager && (
          <Button
            variant={data.read ? 'default' : 'filled'}
            leftSection={<Icon name="refresh" />}
            loading={read.isPending}
            disabled={!data.connected || isBusy}
            onClick={() => read.mutate({ params })}
          >
            {data.read ? 'Scan again' : `Scan ${name}`}
          </Button>
        )
      }
    >
      {state.isError && !data ? (
        <ErrorState error={state.error} retry={() => void state.refetch()} />
      ) : data ? (
        <Content state={data} name={name} params={params} manager={manager} />
      ) : (
        <FormSkeleton fields={5} label="Loading listings" />
      )}
    </Page>
  )
}

function Content({ state, name, params, manager }: Props) {
  const [bringing, setBringing] = useState(false)
  const { read, counts } = state
  const total = counts.linked + counts.look + counts.new + counts.alone + counts.managed
  return (
    <div className={classes.page}>
      <p className="subtle small">
        {[state.shop, read?.finishedAt && `${plural(read.listings, 'listing')} scanned ${ago(read.finishedAt)}`]
          .filter(Boolean)
          .map((part) => `${part} · `)}
        <b>Scanning and linking don’t change anything on {name}.</b>
      </p>
      {state.bringsIn && (
        <p className="subtle small">
          {state.bringsIn.unseen}{' '}
          {manager && state.connected && (
            <Button variant="subtle" size="compact-sm" onClick={() => setBringing(true)}>
              {state.bringsIn.title}
            </Button>
          )}
        </p>
      )}
      {bringing && state.bringsIn && (
        <FormDialog opened onClose={() => setBringing(false)} title={state.bringsIn.title} size={560} yOffset="10vh">
          <Suspense fallback={<FormSkeleton fields={2} label="Loading form" />}>
            <BringIn name={name} asks={state.bringsIn} params={params} onClose={() => setBringing(false)} />
          </Suspense>
        </FormDialog>
      )}
      {!manager && <LookOnly needs="integrations:write" />}
      <Reading state={state} name={name} />
      {counts.unmanagedSkus > 0 && (
        <Callout tone="warning">
          <b>
            {number(counts.unmanagedSkus)} of your SKUs {counts.unmanagedSkus === 1 ? 'sells' : 'sell'} on {name}{' '}
            through listings that aren’t linked to Motto.
          </b>{' '}
          When they sell on {name}, your stock goes down here. When they sell elsewhere, {name} isn’t updated. Link them
          to keep both in sync.
        </Callout>
      )}
      {total === 0 ? (
        read?.state !== 'reading' && (
          <EmptyState title={read ? `No ${name} listings found` : `${name} hasn’t been scanned yet`}>
            {read
              ? 'Everything you publish from Motto is already linked.'
              : `Motto finds your ${name} listings, links those with a matching SKU, and asks you about the rest.`}
          </EmptyState>
        )
      ) : (
        <Listings state={state} name={name} params={params} manager={manager} />
      )}
    </div>
  )
}
