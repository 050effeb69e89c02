import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Ask } from '#contract/integrations/integrations.ts'
import { integrationStates } from '#domain/words/states.ts'
import { toIntegrations } from '#web/addresses.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date, dateTime } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { type Integration, isOAuthUrl, renewsIn } from '../integration-state.ts'
import classes from '../integrations.module.css'
import { ReplaceKey } from '../replace-key.tsx'

export interface Ways {
  consent: { asks: Ask[] } | null
  key: { asks: Ask[] } | null
}
interface Props {
  integration: Integration
  manager: boolean
  /** How its channel is connected; absent while the operator has switched it off. */
  ways: Ways | undefined
  /** Ends the connection. */
  leave: ReactNode
}

/** CHN-035..CHN-040, CHN-096. */
export function Authentication({ integration, manager, ways, leave }: Props) {
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
      footer={
        manager && (
          <>
            <Authorize integration={integration} ways={ways} />
            {leave}
          </>
        )
      }
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
