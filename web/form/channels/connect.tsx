import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { createIntegration } from '#contract/integrations/integrations.ts'
import { useWrite } from '#web/api.ts'
import { refresh } from '#web/cache.ts'
import type { ApiError } from '#web/call.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'

/**
 * Sets a channel up and asks it for consent in a window of its own, in one press. The window is opened by the press itself, as browsers
 * ask for; where one opens none all the same, the channel's page offers its own "Open".
 * @param hasFields whether the caller shows at its fields what is wrong with them
 */
export function useConnect({ hasFields = false } = {}) {
  const create = useWrite(createIntegration, { quiet: true })
  const connect = (
    channel: ChannelId,
    {
      answers = {},
      exists = false,
      another = false,
      shadow,
      integrationId,
      onBegun,
    }: {
      answers?: Record<string, string>
      exists?: boolean
      another?: boolean
      /** It starts in shadow mode. */
      shadow?: boolean
      /** Of which account, where its channel has several. */
      integrationId?: number | undefined
      onBegun?: (integrationId: number) => void
    } = {},
  ) => {
    const consent = window.open('about:blank')
    const ask = (account = integrationId) => {
      if (consent)
        consent.location.href = `/oauth/${channel}${account === undefined ? '' : `?integrationId=${account}`}`
      else
        toast.info(`Your browser blocked the pop-up. Connect ${markNames[channel]} from the Integrations page instead.`)
    }
    if (exists) return ask()
    // Not with `mutate`'s own handlers: news of the channel may take this button off the page before the answer is here, and they would not run.
    create
      .mutateAsync({
        body: { name: channel, answers, ...(another && { another }), ...(shadow !== undefined && { shadow }) },
      })
      .then(
        ({ id }) => {
          toast.success('Created Integration')
          ask(another ? id : undefined)
          onBegun?.(id)
        },
        (error: ApiError) => {
          // Somebody else, or another tab, was first: the consent is what is left.
          if (error.code === 'integration_exists') return ask()
          consent?.close()
          const [wrong] = Object.values(error.fields)
          if (!hasFields || !wrong) toast.error(`${markNames[channel]} is not connected.`, wrong ?? error.message)
        },
      )
  }
  return { connect, pending: create.isPending, error: create.error }
}

/** The consent is given in another window, so this one refetches when it gets the focus back. */
export function useRefreshOnReturn() {
  useEffect(() => {
    const listener = () => void refresh(['integrations', 'organization'])
    addEventListener('focus', listener)
    return () => removeEventListener('focus', listener)
  }, [])
}

/** One press to the channel's consent. @param exists whether it was set up before */
export function ConnectButton({
  channel,
  exists,
  integrationId,
}: {
  channel: ChannelId
  exists: boolean
  integrationId?: number | undefined
}) {
  const { connect, pending } = useConnect()
  return (
    <Button
      size="xs"
      variant="default"
      loading={pending}
      rightSection={<Icon name="external" size="s" />}
      onClick={() => connect(channel, { exists, integrationId })}
    >
      Connect {markNames[channel]}
    </Button>
  )
}
