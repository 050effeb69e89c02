import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Ask, connectWithKey } from '#contract/integrations/integrations.ts'
import { useWrite } from '#web/api.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { AskDialog } from './ask-dialog.tsx'
import type { Integration } from './integration-state.ts'

/** A key that ran out, or that too many know, is put out of use here: another one takes its place. */
export function ReplaceKey({ integration, asks }: { integration: Integration; asks: readonly Ask[] }) {
  const { id: integrationId, channel, authenticated, integration: about } = integration
  const [open, setOpen] = useState(false)
  const name = markNames[channel]
  const replace = useWrite(connectWithKey, {
    quiet: true,
    onSuccess: () => {
      setOpen(false)
      toast.success('Key replaced')
    },
  })
  return (
    <>
      <Button
        variant={authenticated ? 'default' : 'filled'}
        onClick={() => {
          replace.reset()
          setOpen(true)
        }}
      >
        Replace key
      </Button>
      {open && (
        <AskDialog
          title={`Replace the ${name} key`}
          about={`Create a new key on ${name}${about.shop ? ` for ${about.shop}` : ''} and paste it here, then delete the old key there. A key of another account replaces this account, and Motto stops managing this one’s listings.`}
          asks={asks}
          begun={about.shop && asks.some((ask) => ask.name === 'shop') ? { shop: about.shop } : {}}
          verb="Replace key"
          busy={replace.isPending}
          error={replace.error}
          onSend={(answers) => replace.mutate({ params: { channel }, body: { answers, integrationId } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
