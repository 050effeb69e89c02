import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { AskedOptions, Field } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { read, useWrite } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { call, fieldError, messageOf } from '#web/call.ts'
import { optionsOf } from '#web/form/channels/channel-options.ts'
import { anyLookup, defaultsCall } from '#web/lookups.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Integration } from './integration-state.ts'
import { Make } from './make.tsx'

type Settings = Record<string, unknown>

const text = (settings: Settings, name: string) => (typeof settings[name] === 'string' ? settings[name] : '')

type Chosen = Field & { asks: AskedOptions }
/** What the account itself is asked, with answers that need no channel. */
const answeredHere = (channel: ChannelId): Field[] =>
  (builtDescription(channel)?.fields ?? []).filter((field) => field.on.includes('integration') && field.options)
/** What a channel's new listings can start from. */
const chosenHere = (channel: ChannelId): Chosen[] =>
  (builtDescription(channel)?.fields ?? []).filter(
    (field): field is Chosen => field.on.includes('integration') && field.asks !== undefined,
  )

/** Saves the choices by the channel's own call, where it has one (CHN-101). */
async function saveApart(channel: ChannelId, integrationId: number, settings: Settings): Promise<void> {
  const own = defaultsCall(channel)
  const body = Object.fromEntries(chosenHere(channel).map(({ name }) => [name, text(settings, name)]))
  if (own) await call(own, { body: { ...body, integrationId } })
}

/** Defaults for new listings, and how many pieces the channel is not shown (CHN-094, CHN-095, CHN-101). */
export function Defaults({ integration, disabled }: { integration: Integration; disabled: boolean }) {
  const {
    id: integrationId,
    channel,
    integration: { config: saved },
  } = integration
  const [change, setChange] = useState<Settings>({})
  const entries = useEntries()
  const dirty = entries.wrong.length > 0 || Object.entries(change).some(([name, value]) => saved[name] !== value)
  const discard = () => {
    setChange({})
    entries.discard()
  }
  const done = () => {
    setChange({})
    toast.success('Updated Integration')
  }
  const save = useWrite(saveIntegration, { quiet: true, onSuccess: done })
  useLeaveGuard(dirty, `Unsaved ${markNames[channel]} defaults`)
  const settings = { ...saved, ...change }
  const { buffer = 0 } = settings
  const send = async () => {
    await saveApart(channel, integrationId, settings)
    await save.mutateAsync({ body: { channel, integrationId, settings: change } })
  }
  const drawn = ({ name, label, blank, standard, options = [] }: Field) => (
    <Select
      key={name}
      label={label}
      description={blank}
      clearable={!standard}
      placeholder="Not set"
      data={options.map(({ value, label }) => ({ value, label }))}
      value={text(settings, name) || standard || null}
      onChange={(value) => setChange({ ...change, [name]: value ?? standard ?? '' })}
      disabled={disabled}
      error={fieldError(save.error, name)}
    />
  )
  return (
    <Card
      title="Defaults for new listings"
      footer={
        !disabled && (
          <>
            <Button
              disabled={!dirty || entries.problem !== undefined}
              loading={save.isPending}
              onClick={() => void send().catch((error: unknown) => toast.error(messageOf(error)))}
            >
              Save
            </Button>
            {dirty && (
              <Button variant="subtle" onClick={discard}>
                Discard
              </Button>
            )}
          </>
        )
      }
    >
      <div className="stack">
        {answeredHere(channel)
          .filter(({ currencies }) => currencies)
          .map(drawn)}
        <Choices
          channel={channel}
          settings={settings}
          onChange={(next) => setChange({ ...change, ...next })}
          onMade={(name) => setChange((now) => Object.fromEntries(Object.entries(now).filter(([of]) => of !== name)))}
          disabled={disabled}
        />
        {answeredHere(channel)
          .filter(({ currencies }) => !currencies)
          .map(drawn)}
        <EntriesOf form={entries}>
          <QuantityInput
            label="Buffer"
            description={`Units to hold back. ${markNames[channel]} shows your available stock minus this number.`}
            value={Number(buffer)}
            onChange={(next) => setChange({ ...change, buffer: next ?? 0 })}
            disabled={disabled}
            error={fieldError(save.error, 'buffer')}
          />
        </EntriesOf>
      </div>
    </Card>
  )
}

/** Only an answer tells that there is none. */
function noneOf(options: number, state: 'pending' | 'error' | 'success' | undefined): string {
  if (options > 0) return 'None'
  if (state === 'success') return 'None on this account yet'
  return state === 'error' ? '' : 'Loading…'
}

interface ChoicesProps {
  channel: ChannelId
  settings: Settings
  onChange: (change: Settings) => void
  /** What was made there was chosen at once. */
  onMade: (name: string) => void
  disabled: boolean
}

function Choices({ channel, settings, onChange, onMade, disabled }: ChoicesProps) {
  const fields = chosenHere(channel)
  const lookups = [...new Set(fields.map(({ asks }) => asks.lookup))]
  const query = useOfAccount()
  const answers = useQueries({ queries: lookups.map((name) => read(anyLookup(channel, name), { query })) })
  const failed = answers.find(({ isError }) => isError)
  return (
    <>
      {failed && <Callout tone="warning">{failed.error?.message}</Callout>}
      {fields.map(({ name, label, asks }) => {
        const answer = answers[lookups.indexOf(asks.lookup)]
        const options = optionsOf(answer?.data, asks)
        return (
          <div key={name}>
            <SearchSelect
              label={label}
              placeholder={noneOf(options.length, answer?.status)}
              clearable
              options={options}
              value={text(settings, name) || null}
              onChange={(value) => onChange({ [name]: value ?? '' })}
              disabled={disabled}
            />
            {!disabled && <Make channel={channel} field={name} onMade={() => onMade(name)} />}
          </div>
        )
      })}
    </>
  )
}
