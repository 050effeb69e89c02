import { useParams, useSearch } from '@tanstack/react-router'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { AccountOf, AccountTabs } from '#web/form/channels/account.tsx'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { intoSight } from '#web/ui/layout/tabs.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { tabOf } from './account/tabs.ts'
import { Connected } from './connected.tsx'
import { GetStarted } from './get-started.tsx'
import { accountsOf, type Integration, standingOf } from './integration-state.ts'
import classes from './integrations.module.css'

const crumbs = [{ label: 'Integrations', to: toIntegrations() }]

/** Every channel: whether it is connected, how it goes, and what new listings start from. */
export function IntegrationsPage() {
  const { channel: named, tab } = useParams({ from: '/integrations/{-$channel}/{-$tab}' })
  const channel = channelOrder.find((id) => id === named) ?? channelOrder[0] ?? 'ebay'
  const integrations = useRead(listIntegrations)
  const available = useRead(availableIntegrations)
  const offered = available.data?.find((a) => a.channel === channel)
  const { account, another } = useSearch({ from: '/integrations/{-$channel}/{-$tab}' })
  const navigate = useNavigate({ from: '/integrations/{-$channel}/{-$tab}' })
  const accounts = accountsOf(integrations.data?.[channel])
  const integration = accounts.find(({ id }) => id === account) ?? accounts[0]
  const failed =
    integrations.isError && !integrations.data
      ? integrations
      : available.isError && !available.data
        ? available
        : undefined
  const connected = Object.values(integrations.data ?? {})
    .flatMap(accountsOf)
    .filter((candidate) => candidate.authenticated).length
  return (
    <Page
      title="Integrations"
      {...(named === channel && { name: markNames[channel], crumbs })}
      count={integrations.data ? `${connected} connected` : undefined}
      actions={
        <>
          <LinkButton to="/requirements" variant="default">
            Channel requirements
          </LinkButton>
          <LinkButton to="/stock-sharing" variant="default">
            Stock sharing
          </LinkButton>
        </>
      }
      flush
    >
      {failed ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <div className={classes.frame}>
          <nav className={classes.list} aria-label="Channels">
            {channelOrder.map((id) => (
              <ChannelLink
                key={id}
                id={id}
                current={id === channel}
                accounts={integrations.data && accountsOf(integrations.data[id])}
                offered={available.data?.some((a) => a.channel === id)}
              />
            ))}
          </nav>
          <section className={classes.panel} aria-label={markNames[channel]}>
            {!integrations.data || !available.data ? (
              <FormSkeleton fields={5} label="Loading the channel" />
            ) : integration && !(another && offered) ? (
              <AccountOf value={accounts.length > 1 ? integration.id : undefined}>
                <AccountTabs
                  channel={channel}
                  accounts={accounts.map((other) => ({ id: other.id, account: other.integration.shop }))}
                  current={integration.id}
                  linkOf={(account) => toIntegrations(channel, { account }, tabOf(tab))}
                />
                <Connected
                  key={integration.id}
                  integration={integration}
                  isFirst={integration.id === accounts[0]?.id}
                  sandboxUrl={offered?.sandboxUrl ?? null}
                  ways={offered}
                  tab={tabOf(tab)}
                />
              </AccountOf>
            ) : offered ? (
              <GetStarted
                key={channel}
                channel={channel}
                ways={offered}
                sandbox={offered.sandboxUrl !== null}
                another={accounts.length > 0}
                onBegun={(id) => void navigate({ search: { account: id }, replace: true })}
              />
            ) : (
              <EmptyState title={`No Integration Configured for ${markNames[channel]}`} drawing={false}>
                {markNames[channel]} isn’t set up in this Motto. Ask your administrator to add the keys of an app of{' '}
                {markNames[channel]}. The steps are in docs/channels/{channel}.md in Motto’s folder.
              </EmptyState>
            )}
            <Notice channel={channel} />
          </section>
        </div>
      )}
    </Page>
  )
}

interface LinkProps {
  id: (typeof channelOrder)[number]
  current: boolean
  /** undefined while they are on their way: then nothing is said of them. */
  accounts: readonly Integration[] | undefined
  offered: boolean | undefined
}

function ChannelLink({ id, current, accounts, offered }: LinkProps) {
  const standing = accounts && standingOf(accounts, offered)
  return (
    <Link
      to="/integrations/{-$channel}/{-$tab}"
      params={{ channel: id, tab: undefined }}
      aria-current={current ? 'page' : undefined}
      {...(current && { ref: intoSight })}
    >
      <ChannelMark
        channel={id}
        state={!accounts || accounts.some((account) => account.authenticated) ? 'live' : 'off'}
        size="l"
        named
      />
      <span className="grow">
        <b>{markNames[id]}</b>
        <small data-tone={standing?.tone}>{standing?.label ?? '\u00a0'}</small>
      </span>
    </Link>
  )
}

/** What the channel wants said beside its name. */
function Notice({ channel }: { channel: ChannelId }) {
  const notice = builtDescription(channel)?.notice
  return notice && <p className="subtle small">{notice}</p>
}
