import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { listingPrices } from '#contract/pricing/pricing.ts'
import { listingState } from '#domain/listings/standing.ts'
import { type Stated, listingStates, worstFirst } from '#domain/words/states.ts'
import { toIntegrations, toPublish } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { moneyOf, plural } from '#web/ui/format.ts'
import { ChannelMark, channelOrder } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { useOpened } from './editor.ts'
import classes from './listing-strip.module.css'

type Listing = CallReply<typeof listListingProducts>[number]
type Account = CallReply<typeof listingPrices>[number]

/** Where the product is for sale, at which price and with how many units: one cell for each account, those that need somebody first. */
export function ListingStrip() {
  const { product } = useOpened()
  const query = { productId: product.id }
  const listings = useRead(listListingProducts, { query })
  const prices = useRead(listingPrices, { query })
  const failed = [listings, prices].find((read) => read.isError && !read.data)
  const isLoading = !failed && !(listings.data && prices.data)
  return (
    <section className={classes.strip} aria-labelledby="listings-heading" aria-busy={isLoading}>
      <h2 id="listings-heading" className="sr-only">
        Listings
      </h2>
      {isLoading && (
        <div className={classes.cells}>
          <div className={classes.cell}>
            <Bar width={120} />
          </div>
        </div>
      )}
      {listings.data && prices.data && <Cells accounts={prices.data} listings={listings.data} />}
      {failed ? (
        <ErrorState
          error={failed.error}
          retry={() => {
            for (const read of [listings, prices]) if (read.isError) void read.refetch()
          }}
        />
      ) : (
        <Link {...toPublish(product.id)} className={classes.settings}>
          Listing settings
        </Link>
      )}
    </section>
  )
}

function Cells({ accounts, listings }: { accounts: readonly Account[]; listings: readonly Listing[] }) {
  if (accounts.length === 0)
    return (
      <p className={classes.none}>
        No channel is connected yet. <Link {...toIntegrations()}>Connect a channel</Link>
      </p>
    )
  const cells = accounts
    .map((account) => {
      const listing = listings.find(({ integrationId }) => integrationId === account.integrationId)
      const state = listingState(listing)
      return { account, listing, state, rank: worstFirst.indexOf(listingStates[state].tone) }
    })
    .toSorted(
      (a, b) => a.rank - b.rank || channelOrder.indexOf(a.account.channel) - channelOrder.indexOf(b.account.channel),
    )
  return (
    <ul className={classes.cells}>
      {cells.map(({ account, listing, state }) => (
        <Cell
          key={account.integrationId}
          account={account}
          listing={listing}
          state={state}
          named={accounts.filter(({ channel }) => channel === account.channel).length > 1}
        />
      ))}
    </ul>
  )
}

function Cell({
  account,
  listing,
  state,
  named,
}: {
  account: Account
  listing: Listing | undefined
  state: ReturnType<typeof listingState>
  /** Whether its channel has several accounts, so that its own name is needed. */
  named: boolean
}) {
  const { product } = useOpened()
  const { channel, integrationId } = account
  const name = channelNames[channel]
  const { label, tone, why } = useStated(account, listing, state)
  return (
    <li className={classes.cell} data-tone={tone}>
      <span className={classes.name}>
        <ChannelMark channel={channel} state={state} named />
        <Link {...toPublish(product.id, channel, { account: named ? integrationId : undefined })}>
          {name}
          {named && <span className="subtle"> {account.account || 'not connected yet'}</span>}
        </Link>
        {listing?.url && (
          <a
            href={listing.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`View on ${name}`}
            title={`View on ${name}`}
          >
            <Icon name="external" size="s" />
          </a>
        )}
      </span>
      <span className={classes.price}>
        <Price account={account} listing={listing} />
      </span>
      <span className={classes.state} title={why ?? label}>
        {label}
      </span>
    </li>
  )
}

/** @returns what the cell says of the listing; of an unsaved price, when it goes out */
function useStated(account: Account, listing: Listing | undefined, state: keyof typeof listingStates): Stated {
  const { product, editor } = useOpened()
  const stated: Stated = listingStates[state]
  const reason = listing?.result?.reason ?? ''
  if (stated.tone === 'danger' && reason) return { ...stated, label: `${stated.label}: ${reason}`, why: reason }
  if (!account.authenticated)
    return { label: 'Not connected', tone: 'warning', why: `Connect ${channelNames[account.channel]} to sell there.` }
  if (account.problem) return { label: account.problem, tone: 'warning' }
  if (state === 'live' && listing?.listSettings.sync && editor.draft.price !== product.price)
    return { label: 'New price goes out on Save', tone: 'warning' }
  return stated
}

/** What buyers pay there; before it is live, what they would pay. */
function Price({
  account: { price, currency, hasHigher },
  listing,
}: {
  account: Account
  listing: Listing | undefined
}) {
  const amount = price ? `${hasHigher ? 'from ' : ''}${moneyOf(price, currency)}` : ''
  if (listing?.status !== 'listed') return <span>{amount ? `Would be ${amount}` : 'No price'}</span>
  return (
    <>
      <b>{amount || 'No price'}</b>
      {listing.pushedQuantity !== null && <span>{plural(listing.pushedQuantity, 'unit')}</span>}
    </>
  )
}
