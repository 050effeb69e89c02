import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { createIntegration } from '#contract/integrations.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { useMay } from '#web/may.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './integrations.module.css'

/** A channel that was not begun (CHN-010, CHN-011, CHN-020, CHN-025). */
export function GetStarted({ channel, needsShop }: { channel: ChannelId; needsShop: boolean }) {
  const [shop, setShop] = useState('')
  const allowed = useMay('integrations:write')
  const create = useWrite(createIntegration, { onSuccess: () => toast.success('Created Integration') })
  const name = markNames[channel]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ body: { name: channel, shop: shop.trim() || undefined } })
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
                placeholder="my-shop.myshopify.com"
                description="The sandbox takes one of its own when this is left blank."
                value={shop}
                onChange={(event) => setShop(event.currentTarget.value)}
                error={fieldError(create.error, 'shop')}
              />
            )}
            <Button type="submit" loading={create.isPending} disabled={!allowed}>
              Get Started
            </Button>
          </>
        }
      >
        {allowed
          ? `Motto then asks ${name} for permission to list your products and to read your orders there.`
          : 'A Manager or Admin of your organization can connect it.'}
      </EmptyState>
    </form>
  )
}
