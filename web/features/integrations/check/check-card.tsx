import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listConnectionChecks, startConnectionCheck } from '#contract/integrations/connection-checks.ts'
import { useRead, useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { dateTime } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { saveRecording } from './recording-file.ts'
import { type Check, Outcome, Steps } from './steps.tsx'

type Checks = CallReply<typeof listConnectionChecks>
interface Of {
  channel: ChannelId
  integrationId: number
  manager: boolean
}

const isOpen = ({ state }: Check) => state === 'queued' || state === 'running'

/** Takes a hidden test product through the account, and tells step by step what works. */
export function CheckCard(of: Of) {
  const name = markNames[of.channel]
  const all = useRead(listConnectionChecks, { params: { integrationId: of.integrationId } })
  const [chosen, setChosen] = useState<string | null>(null)
  if (all.isError && !all.data) return <ErrorState error={all.error} retry={() => void all.refetch()} />
  const checks = all.data?.checks ?? []
  const [latest] = checks
  const shown = checks.find(({ id }) => String(id) === chosen) ?? latest
  return (
    <Card
      title="Check this connection"
      actions={
        <>
          {checks.length > 1 && (
            <Select
              size="xs"
              aria-label="Check to show"
              allowDeselect={false}
              data={checks.map(({ id, startedAt }) => ({ value: String(id), label: dateTime(startedAt) }))}
              value={shown ? String(shown.id) : null}
              onChange={setChosen}
            />
          )}
          {of.manager && all.data && (
            <Start
              of={of}
              about={all.data}
              running={latest !== undefined && isOpen(latest)}
              onStart={() => setChosen(null)}
            />
          )}
        </>
      }
      footer={of.manager && shown?.hasRecording && <Download of={of} checkId={shown.id} />}
    >
      <div className="stack">
        <p className="muted">
          Motto creates a test product on {name}, reads it back, changes it, sets its quantity to 0 and deletes it. It
          also reads your listings and the orders of the last 24 hours, without changing them.
        </p>
        {all.data?.mayRemain && !(latest && isOpen(latest)) && (
          <Callout tone="danger">
            A test product may still be on {name}. Check again, and Motto deletes it first. Or delete the SKU{' '}
            <span className="mono">{all.data.sku}</span> on {name} yourself.
          </Callout>
        )}
        {shown && <Outcome check={shown} name={name} isClean={shown.id === latest?.id && !all.data?.mayRemain} />}
        {shown && <Steps check={shown} name={name} />}
      </div>
    </Card>
  )
}

interface StartProps {
  of: Of
  about: Checks
  running: boolean
  onStart: () => void
}

function Start({ of: { channel, integrationId }, about, running, onStart }: StartProps) {
  const name = markNames[channel]
  const start = useWrite(startConnectionCheck, { onSuccess: onStart })
  const ask = async () => {
    const yes = await confirm({
      title: `Create a test product on ${name}?`,
      body: (
        <div className="stack">
          <p>
            Motto creates one product on your {name} account: “{about.title}”, SKU{' '}
            <span className="mono">{about.sku}</span>, 1 unit, no image.
          </p>
          <p>
            {about.makes} {about.seenBy}
          </p>
          <p>Motto deletes it at the end, also when a step fails. The check takes a few minutes, at most ten.</p>
        </div>
      ),
      confirm: 'Create test product',
    })
    if (yes) start.mutate({ params: { integrationId }, body: { confirmed: true } })
  }
  return (
    <Button size="xs" variant="default" loading={start.isPending} disabled={running} onClick={() => void ask()}>
      {running ? 'Checking…' : 'Check this connection'}
    </Button>
  )
}

function Download({ of: { channel, integrationId }, checkId }: { of: Of; checkId: number }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveRecording({ channel, integrationId, checkId })
    } catch (error) {
      toast.error('The recording couldn’t be downloaded', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="download" />} loading={busy} onClick={() => void save()}>
        Download recording
      </Button>
      <span className="subtle small">
        The requests and answers, without secrets, names or addresses. Read the file before you share it.
      </span>
    </>
  )
}
