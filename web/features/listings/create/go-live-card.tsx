import { Button, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { builtIds } from '#contract/channels/names.ts'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import { listingState } from '#domain/listings/standing.ts'
import { listingStates } from '#domain/words/states.ts'
import { toProduct, toPublish } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { ConnectButton, useRefreshOnReturn } from '#web/form/channels/connect.tsx'
import { useMay } from '#web/may.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { SandboxTag } from '#web/ui/images/sandbox-tag.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import type { Listing } from '../listing-state.ts'
import classes from './create.module.css'
import type { Problems } from './first-draft.ts'

/** What can be listed on, and whether it is connected; or why that is not known. */
export function useChannels() {
  const available = useRead(availableIntegrations)
  const integrations = useRead(listIntegrations)
  const { nameOf } = useAccounts()
  const failed = [available, integrations].find((read) => read.isError && !read.data)
  const channels =
    available.data &&
    integrations.data &&
    available.data.map(({ channel, sandboxUrl }) => {
      const of = integrations.data[channel]
      const accounts = (of ? [of, ...of.others] : []).filter(({ authenticated }) => authenticated)
      return {
        channel,
        sandboxUrl,
        exists: of !== undefined,
        connected: accounts.length > 0,
        /** Those that are connected. */
        accounts: accounts.map(({ id }) => ({ id, name: nameOf(id) })),
      }
    })
  return { channels, failed }
}
type Sellable = ReturnType<typeof useChannels>
export type Channels = NonNullable<Sellable['channels']>
type Sold = Channels[number]

/** The account that is meant, where there are several: the chosen one, or the first that is connected. */
export const accountOf = ({ accounts }: Sold, chosen: number | undefined): number | undefined =>
  accounts.length > 1 ? (accounts.find(({ id }) => id === chosen) ?? accounts[0])?.id : undefined

const names: Record<string, string> = {
  title: 'Title',
  price: 'Price',
  quantity: 'Quantity',
  images: 'Photo',
  sku: 'SKU',
  category: 'Category',
}
/** `Missing: Photo, Brand` */
const missing = (problems: Problems): string =>
  `Missing: ${Object.keys(problems)
    .map((field) => names[field] ?? field.replace(/^attributes\./, ''))
    .join(', ')}`

const Row = ({ sold, children }: { sold: Sold; children: ReactNode }) => (
  <li>
    <ChannelMark channel={sold.channel} state={sold.connected ? 'live' : 'off'} named />
    {children}
  </li>
)
const Name = ({ sold: { channel, sandboxUrl } }: { sold: Sold }) => (
  <span>
    <b>{markNames[channel]}</b> {sandboxUrl && <SandboxTag />}
  </span>
)

interface BeforeProps extends Sellable {
  off: readonly ChannelId[]
  problems: Partial<Record<ChannelId, Problems>>
  /** The chosen account of a channel that has several. */
  chosen: Partial<Record<ChannelId, number>>
  onAccount: (channel: ChannelId, id: number) => void
  onTurn: (channel: ChannelId, on: boolean) => void
  onCreate: () => void
  busy: boolean
}

/** Where the product goes, what each channel still lacks, and the one button. */
export function GoesLive({ channels, failed, off, problems, chosen, onAccount, onTurn, onCreate, busy }: BeforeProps) {
  const mayConnect = useMay('integrations:write')
  useRefreshOnReturn()
  const on = channels?.filter((sold) => sold.connected && !off.includes(sold.channel)) ?? []
  return (
    <Card
      title="Goes live on"
      padded={false}
      footer={
        <Button fullWidth size="md" loading={busy} disabled={on.length === 0} onClick={onCreate}>
          {on.length === 0 ? 'Connect or turn on a channel' : `Create and list on ${on.length}`}
        </Button>
      }
    >
      <ul className={classes.channels} aria-label="Channels">
        {!channels &&
          !failed &&
          builtIds.map((channel) => (
            <li key={channel}>
              <Bar width={180} />
            </li>
          ))}
        {channels?.map((sold) => {
          const { channel, connected } = sold
          const lacks = problems[channel] ?? {}
          const isOn = !off.includes(channel)
          const ready = Object.keys(lacks).length === 0
          return (
            <Row key={channel} sold={sold}>
              <span className="grow">
                <Name sold={sold} />
                <small data-tone={connected && isOn && ready ? 'success' : undefined}>
                  {!connected ? 'Not connected' : !isOn ? 'Left out' : ready ? 'Ready' : missing(lacks)}
                </small>
                {isOn && sold.accounts.length > 1 && (
                  <Select
                    size="xs"
                    aria-label={`Account of ${markNames[channel]}`}
                    allowDeselect={false}
                    data={sold.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
                    value={String(accountOf(sold, chosen[channel]))}
                    onChange={(id) => onAccount(channel, Number(id))}
                  />
                )}
              </span>
              {connected ? (
                <Switch
                  aria-label={`List on ${markNames[channel]}`}
                  checked={isOn}
                  onChange={(event) => onTurn(channel, event.currentTarget.checked)}
                />
              ) : (
                mayConnect && <ConnectButton channel={channel} exists={sold.exists} />
              )}
            </Row>
          )
        })}
      </ul>
      {failed && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
    </Card>
  )
}

/** How the product that was just created stands on each channel: the same card, a moment later. */
export function IsLive({ productId, channels }: { productId: number; channels: Channels | undefined }) {
  const listings = useRead(listListingProducts, { query: { productId } })
  const { nameOf } = useAccounts()
  const rows = listings.data ?? []
  const live = rows.filter((listing) => listingState(listing) === 'live')
  const played = live.flatMap((l) => channels?.find((sold) => sold.channel === l.channel && sold.sandboxUrl) ?? [])[0]
  return (
    <Card
      title={
        live.length > 0 && live.length === rows.length ? `Live on ${plural(live.length, 'channel')}` : 'Publishing…'
      }
      padded={false}
      footer={
        <span className="row wrap">
          {played?.sandboxUrl && (
            <Button
              component="a"
              href={played.sandboxUrl}
              target="_blank"
              rel="noopener"
              rightSection={<Icon name="external" size="s" />}
            >
              Place a test order on {markNames[played.channel]}
            </Button>
          )}
          <LinkButton {...toProduct(productId)} variant="default">
            Open product
          </LinkButton>
          <LinkButton to="/create-and-list" variant="subtle">
            Create another
          </LinkButton>
        </span>
      }
    >
      <ul className={classes.channels} aria-label="Channels" aria-live="polite">
        {!listings.data && !listings.isError && (
          <li>
            <Bar width={180} />
          </li>
        )}
        {rows.map((listing) => {
          const sold = channels?.find(({ channel }) => channel === listing.channel) ?? {
            channel: listing.channel,
            sandboxUrl: null,
            exists: true,
            connected: true,
            accounts: [],
          }
          return (
            <Row key={listing.id} sold={sold}>
              <Standing listing={listing} sold={sold} account={nameOf(listing.integrationId)} />
            </Row>
          )
        })}
      </ul>
      {!listings.data && listings.isError && (
        <ErrorState error={listings.error} retry={() => void listings.refetch()} />
      )}
    </Card>
  )
}

function Standing({ listing, sold, account }: { listing: Listing; sold: Sold; account: string }) {
  const state = listingState(listing)
  const { label: word, tone } = listingStates[state]
  const refused = tone === 'danger' || state === 'changed'
  const again = useWrite(listToChannels)
  const reason =
    tone === 'danger' && listing.result ? Object.values(listing.result.fields)[0] || listing.result.reason : ''
  return (
    <>
      <span className="grow">
        <Name sold={sold} />
        {account && <small>{account}</small>}
        <small data-tone={tone}>{reason ? `${word}: ${reason}` : word}</small>
      </span>
      {listing.url && !refused && (
        <Button
          component="a"
          href={listing.url}
          target="_blank"
          rel="noopener"
          size="xs"
          variant="default"
          aria-label={`View listing on ${markNames[listing.channel]}`}
          rightSection={<Icon name="external" size="s" />}
        >
          Look
        </Button>
      )}
      {refused && (
        <span className="row">
          <Button
            size="xs"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ body: { productId: listing.productId } })}
          >
            Try again
          </Button>
          <LinkButton
            size="xs"
            {...toPublish(listing.productId, listing.channel)}
            hash={Object.keys(listing.result?.fields ?? {})[0]}
          >
            Fix it
          </LinkButton>
        </span>
      )}
    </>
  )
}
