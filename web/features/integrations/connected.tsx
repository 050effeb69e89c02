import { Button } from '@mantine/core'
import { useState } from 'react'
import { adoptingState } from '#contract/adopting/adopting.ts'
import { type Ask, disconnectIntegration } from '#contract/integrations/integrations.ts'
import { importOrders } from '#contract/orders/orders.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { integrationStates } from '#domain/words/states.ts'
import { toIntegrations } from '#web/addresses.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { ApiError } from '#web/call.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { useRefreshOnReturn } from '#web/form/channels/connect.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, date, dateTime, number } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { SandboxTag } from '#web/ui/images/sandbox-tag.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { Numbers as NumberStrip } from '#web/ui/tables/numbers.tsx'
import { AdoptLine } from './adopt-line.tsx'
import { BackgroundWork } from './background-work.tsx'
import { Defaults } from './defaults.tsx'
import { DriftCard } from './drift-card.tsx'
import { HealthCard } from './health-card.tsx'
import { hasOrders, type Integration, isOAuthUrl, renewsIn } from './integration-state.ts'
import classes from './integrations.module.css'
import { OwnCard } from './own-cards.tsx'
import { PriceCard } from './price-card.tsx'
import { ReplaceKey } from './replace-key.tsx'
import { StoreCard } from './store-card.tsx'

interface Props {
  integration: Integration
  /** Of its channel: addresses by channel mean it. */
  isFirst: boolean
  sandboxUrl: string | null
  /** How its channel is connected; absent while the operator has switched it off. */
  ways: Ways | undefined
}
export interface Ways {
  consent: { asks: Ask[] } | null
  key: { asks: Ask[] } | null
}

/** An account that was set up. It is drawn once all is there that stands above something else, so that nothing moves under a thumb. */
export function Connected(props: Props) {
  const { id, authenticated } = props.integration
  const adopting = useRead(adoptingState, { params: { integrationId: id } }, { enabled: authenticated })
  const organization = useRead(getClient, { query: {} })
  if (isAwaited(organization, adopting)) return <FormSkeleton fields={5} label="Loading the account" />
  return <Account {...props} />
}

const heldWords = { connection: 'Delayed', orders: 'Orders can’t be read', calls: 'Partially delayed' } as const

/** Whether there is something to leave: an account, also one whose consent ended, or another one that was only begun. */
const canLeave = ({ status, connectedAt }: Integration, isFirst: boolean): boolean =>
  status !== 'unauthenticated' || (!isFirst && !connectedAt)

/** Its consent, its numbers, its prices, its defaults. */
function Account({ integration, isFirst, sandboxUrl, ways }: Props) {
  const { channel, authenticated, problem, integration: about } = integration
  const name = markNames[channel]
  const manager = useMay('integrations:write')
  useRefreshOnReturn()
  return (
    <div className="stack">
      <header className={classes.head}>
        <ChannelMark channel={channel} state={authenticated ? 'live' : 'off'} size="l" named />
        <div className="grow">
          <h2>
            {name} {sandboxUrl && <SandboxTag />}
          </h2>
          <p className="subtle small">
            {[about.shop, integration.connectedAt && `connected ${date(integration.connectedAt)}`]
              .filter(Boolean)
              .join(' · ') || 'Not authorized'}
          </p>
        </div>
        {authenticated && sandboxUrl && (
          <Button
            component="a"
            href={sandboxUrl}
            target="_blank"
            rel="noopener"
            variant="default"
            aria-label={`Open sandbox of ${name}`}
            rightSection={<Icon name="external" size="s" />}
          >
            Open sandbox
          </Button>
        )}
        {authenticated && manager && hasOrders(channel) && <LookForOrders integration={integration} />}
        {manager && canLeave(integration, isFirst) && <Disconnect integration={integration} />}
      </header>
      {!manager && <LookOnly needs="integrations:write" />}
      {problem && <Callout tone="danger">{problem}</Callout>}
      {integration.heldUp.map((delay) => (
        <Callout key={delay.about} tone="warning">
          <b>
            {heldWords[delay.about]} since {dateTime(delay.since)}.
          </b>{' '}
          {delay.reason} {delay.remedy}
        </Callout>
      ))}
      {authenticated && <AdoptLine channel={channel} integrationId={integration.id} />}
      {authenticated && <Numbers integration={integration} />}
      {authenticated && <OwnCard integration={integration} disabled={!manager} />}
      <div className={classes.cards}>
        <div className="stack">
          <StoreCard channel={channel} shop={about.shop} storeUrl={integration.storeUrl} />
          <Authentication integration={integration} manager={manager} ways={ways} />
          {authenticated && <PriceCard integration={integration} disabled={!manager} />}
        </div>
        {authenticated && <Defaults integration={integration} disabled={!manager} />}
      </div>
      {authenticated && <HealthCard channel={channel} integrationId={integration.id} manager={manager} />}
      {authenticated && <DriftCard channel={channel} integrationId={integration.id} />}
      {authenticated && <BackgroundWork channel={channel} integrationId={integration.id} manager={manager} />}
    </div>
  )
}

function LookForOrders({ integration: { channel, id: integrationId } }: { integration: Integration }) {
  const look = useWrite(importOrders, { onSuccess: () => toast.success('Imported Orders') })
  return (
    <Button
      variant="default"
      leftSection={<Icon name="refresh" />}
      loading={look.isPending}
      onClick={() => look.mutate({ params: { channel }, body: { integrationId } })}
    >
      Check for orders now
    </Button>
  )
}

/** They are counted up to so many. */
const atMost = (count: number) => `${number(count)}${count >= 10_000 ? ' or more' : ''}`

function Numbers({ integration: { channel, counts, ordersCheckedAt } }: { integration: Integration }) {
  const account = useAccount()
  const search = account === undefined ? { channel } : { account }
  return (
    <NumberStrip label="Numbers">
      <li>
        <span>Live listings</span>
        <b>{atMost(counts.live)}</b>
        <small>
          <Link to="/listings" search={search}>
            View listings
          </Link>
        </small>
      </li>
      <li>
        <span>Pending updates</span>
        <b>{atMost(counts.pending)}</b>
        <small>sent automatically</small>
      </li>
      <li>
        <span>Failed listings</span>
        <b>{atMost(counts.failed)}</b>
        <small>
          {counts.failed ? (
            <Link to="/listings" search={{ ...search, status: 'error' }}>
              View reasons
            </Link>
          ) : (
            'none'
          )}
        </small>
      </li>
      {hasOrders(channel) && (
        <li>
          <span>Orders last checked</span>
          <b data-words="">{ordersCheckedAt ? ago(ordersCheckedAt) : 'Not yet'}</b>
          <small>{ordersCheckedAt ? dateTime(ordersCheckedAt) : 'within a minute'}</small>
        </li>
      )}
    </NumberStrip>
  )
}

/** CHN-035..CHN-040, CHN-096. */
function Authentication({
  integration,
  manager,
  ways,
}: {
  integration: Integration
  manager: boolean
  ways: Ways | undefined
}) {
  const { channel, authenticated, status, accessRenewsAt, permissionEndsAt, integration: about } = integration
  const name = markNames[channel]
  const [nowMs] = useState(() => Date.now())
  // One whose consent asks for no account takes the one that is signed in at the channel.
  const takesSignedIn = ways?.consent?.asks.length === 0
  return (
    <Card
      title="Authentication"
      actions={
        authenticated ? (
          <StatusChip of={integrationStates.authorized} />
        ) : (
          <StatusChip of={integrationStates[status === 'expired' ? 'expired' : 'unauthorized']} />
        )
      }
      footer={manager && <Authorize integration={integration} ways={ways} />}
    >
      {!authenticated && (
        <p className={classes.note}>
          {status === 'expired'
            ? `Motto has lost access to ${name}. Re-authorize it, and pending updates will be sent.`
            : `Open ${name} in a new window and allow access.`}
        </p>
      )}
      {takesSignedIn && integration.connectedAt && manager && (
        <p className={classes.note}>
          Re-authorizing uses the {name} account you’re logged in to. Log in{about.shop && ` as ${about.shop}`} first.{' '}
          {status === 'unauthenticated'
            ? 'If you use another account, it replaces this one, and Motto stops managing this one’s listings.'
            : 'You can’t use another account here. Connect it separately, or disconnect this one first.'}
        </p>
      )}
      <Facts>
        <dt>Authentication Last Updated</dt>
        <dd>{about.updatedAt ? dateTime(about.updatedAt) : 'Unknown'}</dd>
        {authenticated && accessRenewsAt && (
          <>
            <dt>Access renews</dt>
            <dd>{renewsIn(accessRenewsAt, nowMs)}</dd>
          </>
        )}
        {permissionEndsAt && (
          <>
            <dt>Access expires</dt>
            <dd>{date(permissionEndsAt)}</dd>
          </>
        )}
      </Facts>
    </Card>
  )
}

/** The ways to let Motto in anew, and with another account. */
function Authorize({ integration, ways }: { integration: Integration; ways: Ways | undefined }) {
  const { channel, authenticated, status, accessRenewsAt, connectedAt, oAuthUrl } = integration
  // A key does not end, so nothing renews it.
  const hasKey = ways?.consent === null || (connectedAt !== null && accessRenewsAt === null)
  return (
    <>
      {hasKey && ways?.key && <ReplaceKey integration={integration} asks={ways.key.asks} />}
      {ways?.consent !== null && (
        <Button
          component="a"
          href={oAuthUrl}
          target="_blank"
          rel="opener"
          onClick={(event) => {
            if (isOAuthUrl(oAuthUrl)) return
            event.preventDefault()
            toast.error('Invalid OAuth Url')
          }}
          variant={authenticated ? 'default' : 'filled'}
          rightSection={<Icon name="external" size="s" />}
        >
          {authenticated || status === 'expired' ? 'Re-Authorize' : 'Open'}
        </Button>
      )}
      {connectedAt && (
        <LinkButton {...toIntegrations(channel, { another: true })} variant="subtle">
          Connect another account
        </LinkButton>
      )}
    </>
  )
}

/** CHN-028..CHN-030, CHN-032. */
function Disconnect({ integration: { channel, id, connectedAt, integration } }: { integration: Integration }) {
  const account = useAccount() === undefined ? '' : integration.shop
  const name = markNames[channel]
  const disconnect = useWrite(disconnectIntegration, {
    quiet: true,
    onSuccess: () => toast.success(connectedAt ? 'Disconnected integration. Re-authorize to reconnect.' : 'Removed.'),
    onError: (error) =>
      toast.error(
        error instanceof ApiError && error.status > 0 && error.status < 500
          ? 'Failed to disconnect integration.'
          : 'Encountered error to disconnecting integration.',
        error.message,
      ),
  })
  const ask = async () => {
    // Nothing was ever done with it.
    if (!connectedAt) return disconnect.mutate({ body: { channel, integrationId: id } })
    const yes = await confirm({
      title: `Disconnect ${[name, account].filter(Boolean).join(' ')}?`,
      body: `Your listings stay on ${name}, but stock, prices and orders no longer sync.`,
      confirm: 'Disconnect',
      danger: true,
    })
    if (yes) disconnect.mutate({ body: { channel, integrationId: id } })
  }
  return (
    <Button
      variant="default"
      color="red"
      c="var(--danger-text)"
      loading={disconnect.isPending}
      onClick={() => void ask()}
    >
      {connectedAt ? 'Disconnect' : 'Remove'}
    </Button>
  )
}
