import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { siteField } from '#contract/channels/site.ts'
import { type Ask, connectWithKey } from '#contract/integrations/integrations.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { useConnect } from '#web/form/channels/connect.tsx'
import { useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { SandboxTag } from '#web/ui/images/sandbox-tag.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { hasOrders } from './integration-state.ts'
import classes from './integrations.module.css'
import { Questions } from './questions.tsx'

interface Ways {
  consent: { startsAt: 'us' | 'channel'; asks: Ask[] } | null
  key: { asks: Ask[] } | null
}

interface Props {
  channel: ChannelId
  ways: Ways
  sandbox: boolean
  /** One more account, beside those that are there. */
  another: boolean
  onBegun: (integrationId: number) => void
}

/** A channel, or another account of it, that was not begun (CHN-010, CHN-011, CHN-020, CHN-025). */
export function GetStarted({ channel, ways, sandbox, another, onBegun }: Props) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [shadow, setShadow] = useState(false)
  const [pastes, setPastes] = useState(ways.consent === null)
  const allowed = useMay('integrations:write')
  const asks = (pastes ? ways.key : ways.consent)?.asks ?? []
  const { connect, pending, error } = useConnect({ hasFields: asks.length > 0 })
  const name = markNames[channel]
  const key = useWrite(connectWithKey, {
    quiet: true,
    onSuccess: () => toast.success('Created Integration'),
    onError: ({ fields, message }) => {
      if (Object.keys(fields).length === 0) toast.error(`Couldn’t connect ${name}`, message)
    },
  })
  const beginsThere = !pastes && ways.consent?.startsAt === 'channel'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pastes) key.mutate({ params: { channel }, body: { answers, shadow } })
    else connect(channel, { answers, another, shadow, ...(another && { onBegun }) })
  }
  return (
    <form onSubmit={submit}>
      <EmptyState
        title={another ? `Connect another ${name} account` : `No Integration Configured for ${name}`}
        actions={
          <>
            {allowed && asks.length > 0 && (
              <div className={classes.questions}>
                <Questions
                  asks={asks}
                  answers={answers}
                  error={pastes ? key.error : error}
                  onAnswer={(question, answer) => setAnswers((before) => ({ ...before, [question]: answer }))}
                />
              </div>
            )}
            {allowed && (
              <Checkbox
                className={classes.questions}
                label="Start in shadow mode"
                description={`See what Motto would send before anything changes on ${name}. Choose it while another tool still updates your listings.`}
                checked={shadow}
                onChange={(event) => setShadow(event.currentTarget.checked)}
              />
            )}
            {another && (
              <LinkButton {...toIntegrations(channel)} variant="default">
                Cancel
              </LinkButton>
            )}
            <Button type="submit" loading={pending || key.isPending} disabled={!allowed}>
              {another && !pastes ? `Open ${name}` : 'Get Started'}
            </Button>
            {ways.consent && ways.key && allowed && (
              <Button variant="default" onClick={() => setPastes(!pastes)}>
                {pastes ? `Connect through ${name} instead` : 'Use an API key instead'}
              </Button>
            )}
          </>
        }
      >
        {sandbox && (
          <>
            <SandboxTag /> This is a simulated {name} on this computer. It behaves like the real one, but nothing is
            sold.{' '}
          </>
        )}
        {allowed
          ? howItGoes(channel, pastes, beginsThere)
          : 'Ask a Manager or Admin of your organization to connect it.'}
        {another &&
          ' Log in with your other account there. You can list products in both, and they share the same stock.'}
        {another &&
          siteField(channel) &&
          ` To sell on another ${name} site, log in with the same account: it is connected once for each site.`}
      </EmptyState>
    </form>
  )
}

function howItGoes(channel: ChannelId, pastes: boolean, beginsThere: boolean): string {
  const name = markNames[channel]
  if (pastes) return `Create an API key on ${name} and paste it here. It’s stored encrypted and never shown again.`
  if (beginsThere) return `${name} opens in a new window. Install Motto there and allow access; you’ll come back here.`
  const orders = hasOrders(channel) ? ' and read your orders' : ''
  return `${name} opens in a new window and asks for permission to list your products${orders}.`
}
