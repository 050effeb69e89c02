import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { adoptingState } from '#contract/adopting/adopting.ts'
import { disconnectIntegration } from '#contract/integrations/integrations.ts'
import { importOrders } from '#contract/orders/orders.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { listDrift } from '#contract/sync/drift.ts'
import { type IntegrationTab, toIntegrations } from '#web/addresses.ts'
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
import { Callout } from '#web/ui/layout/callout.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import { Numbers as NumberStrip } from '#web/ui/tables/numbers.tsx'
import { Authentication, type Ways } from './account/authentication.tsx'
import { GoingOut } from './account/going-out.tsx'
import { Health } from './account/health.tsx'
import { tabLabels, tabsOf } from './account/tabs.ts'
import { AdoptLine } from './adopt-line.tsx'
import { Defaults } from './defaults.tsx'
import { hasOrders, type Integration } from './integration-state.ts'
import classes from './integrations.module.css'
import { OwnCard } from './own-cards.tsx'
import { PriceCard } from './price-card.tsx'
import { StoreCard } from './store-card.tsx'

const ShadowTab = lazy(() => import('./shadow/shadow-tab.tsx').then(({ ShadowTab }) => ({ default: ShadowTab })))

interface Props {
  integration: Integration
  /** Of its channel: addresses by channel mean it. */
  isFirst: boolean
  sandboxUrl: string | null
  /** How its channel is connected; absent while the operator has switched it off. */
  ways: Ways | undefined
  tab: IntegrationTab
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

/** Its tabs, each an address of its own: how it goes, what new listings start from, its prices, and its health. */
function Account({ integration, isFirst, sandboxUrl, ways, tab }: Props) {
  const { channel, authenticated, problem, integration: about } = integration
  const name = markNames[channel]
  const manager = useMay('integrations:write')
  const account = useAccount()
  const drift = useRead(
    listDrift,
    { params: { channel }, query: { integrationId: integration.id } },
    { enabled: authenticated },
  )
  const tabs = tabsOf(integration)
  const current = tabs.includes(tab) ? tab : 'overview'
  const needed = integration.heldUp.length + (drift.data?.open ?? 0)
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
      {integration.shadowSince && current !== 'shadow' && (
        <Callout
          tone="warning"
          action={
            <LinkButton size="xs" variant="default" {...toIntegrations(channel, { account }, 'shadow')}>
              Review changes
            </LinkButton>
          }
        >
          <b>Shadow mode is on.</b> Motto sends nothing to {name} until you confirm.
        </Callout>
      )}
      {tabs.length > 1 && (
        <div className={classes.tabs}>
          <PageTabs
            label={`${name} settings`}
            tabs={tabs.map((to) => ({
              label: tabLabels[to],
              link: toIntegrations(channel, { account }, to),
              active: to === current,
              count: to === 'health' && needed > 0 && <Count tone="warning">{number(needed)}</Count>,
            }))}
          />
        </div>
      )}
      <Shown integration={integration} manager={manager} ways={ways} tab={current} isFirst={isFirst} />
    </div>
  )
}

interface ShownProps extends Pick<Props, 'integration' | 'ways' | 'tab' | 'isFirst'> {
  manager: boolean
}

function Shown({ integration, manager, ways, tab, isFirst }: ShownProps) {
  const { channel, authenticated, id: integrationId } = integration
  switch (tab) {
    case 'overview':
      return (
        <>
          {authenticated && <AdoptLine channel={channel} integrationId={integrationId} />}
          {authenticated && <Numbers integration={integration} />}
          {authenticated && <OwnCard integration={integration} disabled={!manager} />}
          <div className={classes.cards}>
            <div className="stack">
              {authenticated && <GoingOut integration={integration} />}
              <StoreCard channel={channel} shop={integration.integration.shop} storeUrl={integration.storeUrl} />
            </div>
            <Authentication
              integration={integration}
              manager={manager}
              ways={ways}
              leave={manager && canLeave(integration, isFirst) && <Disconnect integration={integration} />}
            />
          </div>
        </>
      )
    case 'defaults':
      return (
        <div className={classes.form}>
          <Defaults integration={integration} disabled={!manager} />
        </div>
      )
    case 'prices':
      return <PriceCard integration={integration} disabled={!manager} />
    case 'health':
      return <Health channel={channel} integrationId={integrationId} manager={manager} />
    case 'shadow':
      return (
        <Suspense fallback={<FormSkeleton fields={5} label="Loading shadow mode" />}>
          <ShadowTab channel={channel} integrationId={integrationId} manager={manager} />
        </Suspense>
      )
  }
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

function Numbers({ integration: { channel, counts, ordersCheckedAt, shadowSince } }: { integration: Integration }) {
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
        <small>{shadowSince ? 'not sent: shadow mode' : 'sent automatically'}</small>
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
    <Button variant="subtle" c="var(--danger-text)" ml="auto" loading={disconnect.isPending} onClick={() => void ask()}>
      {connectedAt ? 'Disconnect' : 'Remove'}
    </Button>
  )
}
