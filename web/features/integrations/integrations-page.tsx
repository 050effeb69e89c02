import { Link, useParams } from '@tanstack/react-router'
import { availableIntegrations, listIntegrations } from '#contract/integrations.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark, channelOrder, markNames } from '#web/ui/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { Connected } from './connected.tsx'
import { GetStarted } from './get-started.tsx'
import { type Integration, standing } from './integration-state.ts'
import classes from './integrations.module.css'

/** Every channel: whether it is connected, how it goes, and what new listings start from. */
export function IntegrationsPage() {
  const { channel: given } = useParams({ from: '/integrations/{-$channel}' })
  const channel = channelOrder.find((id) => id === given) ?? channelOrder[0] ?? 'ebay'
  const integrations = useRead(listIntegrations)
  const available = useRead(availableIntegrations)
  const offered = available.data?.find((a) => a.channel === channel)
  const integration = integrations.data?.[channel]
  const failed =
    integrations.isError && !integrations.data
      ? integrations
      : available.isError && !available.data
        ? available
        : undefined
  const connected = Object.values(integrations.data ?? {}).filter((one) => one.authenticated).length
  return (
    <Page title="Integrations" count={integrations.data ? `${connected} connected` : undefined} flush>
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
                integration={integrations.data?.[id]}
                offered={available.data?.some((a) => a.channel === id)}
              />
            ))}
          </nav>
          <section className={classes.panel} aria-label={markNames[channel]}>
            {!integrations.data || !available.data ? (
              <FormSkeleton fields={5} label="Loading the channel" />
            ) : integration ? (
              <Connected key={channel} integration={integration} sandboxUrl={offered?.sandboxUrl ?? null} />
            ) : offered ? (
              <GetStarted key={channel} channel={channel} ways={offered} sandbox={offered.sandboxUrl !== null} />
            ) : (
              <EmptyState title={`No Integration Configured for ${markNames[channel]}`} drawing={false}>
                {markNames[channel]} cannot be connected yet. Nothing of yours is missing: Motto does not speak to it so
                far.
              </EmptyState>
            )}
          </section>
        </div>
      )}
    </Page>
  )
}

interface LinkProps {
  id: (typeof channelOrder)[number]
  current: boolean
  integration: Integration | undefined
  offered: boolean | undefined
}

function ChannelLink({ id, current, integration, offered }: LinkProps) {
  const { words, state } = standing(integration, offered)
  return (
    <Link to="/integrations/{-$channel}" params={{ channel: id }} aria-current={current ? 'page' : undefined}>
      <ChannelMark channel={id} state={integration?.authenticated ? 'live' : 'off'} size="l" named />
      <span className="grow">
        <b>{markNames[id]}</b>
        <small data-state={state}>{words}</small>
      </span>
    </Link>
  )
}
