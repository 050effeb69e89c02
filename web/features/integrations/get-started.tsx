import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { descriptions } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { fieldError } from '#web/call.ts'
import { useConnect } from '#web/form/connect.tsx'
import { useMay } from '#web/may.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SandboxTag } from '#web/ui/sandbox-tag.tsx'
import classes from './integrations.module.css'

/** A channel that was not begun (CHN-010, CHN-011, CHN-020, CHN-025). */
export function GetStarted({
  channel,
  needsShop,
  sandbox,
}: {
  channel: ChannelId
  needsShop: boolean
  sandbox: boolean
}) {
  const [shop, setShop] = useState('')
  const allowed = useMay('integrations:write')
  const { connect, pending, error } = useConnect({ hasFields: needsShop })
  const name = markNames[channel]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect(channel, { shop: shop.trim() || undefined })
  }
  return (
    <form onSubmit={submit}>
      <EmptyState
        title={`No Integration Configured for ${name}`}
        actions={
          <>
            {needsShop && allowed && (
              <TextInput
                className={classes.shop}
                label="Shop name"
                placeholder={descriptions[channel].shopExample}
                description={sandbox ? 'The sandbox takes one of its own when this is left blank.' : undefined}
                value={shop}
                onChange={(event) => setShop(event.currentTarget.value)}
                error={fieldError(error, 'shop')}
              />
            )}
            <Button type="submit" loading={pending} disabled={!allowed}>
              Get Started
            </Button>
          </>
        }
      >
        {sandbox && (
          <>
            <SandboxTag /> This {name} is played on this machine: it answers like the real one, nothing is sold, nobody
            sees it.{' '}
          </>
        )}
        {allowed
          ? `A window of ${name} opens and asks for permission to list your products and to read your orders there.`
          : 'A Manager or Admin of your organization can connect it.'}
      </EmptyState>
    </form>
  )
}
