import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { Making } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { makeThere } from '#contract/integrations/integrations.ts'
import { read, useWrite } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { optionsOf } from '#web/form/channels/channel-options.ts'
import { anyLookup } from '#web/lookups.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { AskDialog } from './ask-dialog.tsx'

interface Props {
  channel: ChannelId
  /** The setting that names what is made. */
  field: string
  onMade: () => void
}

/** Makes at the channel what a default can be, where Motto knows how. */
export function Make({ channel, field, onMade }: Props) {
  const making = builtDescription(channel)?.makes?.[field]
  const [open, setOpen] = useState(false)
  if (!making) return null
  return (
    <>
      <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setOpen(true)}>
        {making.label}
      </Button>
      {open && (
        <Dialog channel={channel} field={field} making={making} onMade={onMade} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function Dialog({ channel, field, making, onMade, onClose }: Props & { making: Making; onClose: () => void }) {
  const { integrationId } = useOfAccount()
  const make = useWrite(makeThere, {
    quiet: true,
    onSuccess: () => {
      onMade()
      onClose()
      toast.success(`Created on ${markNames[channel]} and selected`)
    },
  })
  const questions = making.asks.filter((ask) => ask.source)
  const answers = useQueries({
    queries: questions.map((ask) => read(anyLookup(channel, ask.source?.lookup ?? ''), { query: { integrationId } })),
  })
  const asks = making.asks.map(({ source: from, options, ...ask }) => {
    const offered = from
      ? optionsOf(answers[questions.findIndex((question) => question.name === ask.name)]?.data, from)
      : options
    return { ...ask, ...(offered && { options: [...offered] }) }
  })
  return (
    <AskDialog
      title={`${making.label} on ${markNames[channel]}`}
      about={making.about}
      asks={asks}
      begun={Object.fromEntries(making.asks.flatMap(({ name, standard }) => (standard ? [[name, standard]] : [])))}
      verb="Create"
      busy={make.isPending}
      error={make.error}
      onSend={(values) =>
        make.mutate({
          params: { channel },
          body: { field, answers: values, ...(integrationId !== undefined && { integrationId }) },
        })
      }
      onClose={onClose}
    />
  )
}
