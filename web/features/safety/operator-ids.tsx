import { TextInput } from '@mantine/core'
import { builtDescription } from '#contract/channels/all.ts'
import { channelNames } from '#contract/channels/names.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { useRead } from '#web/api.ts'

type Ids = Record<string, string>

/** What channels call an operator on each account, where they give it an id that the seller enters. */
export function OperatorIds({ ids, onChange }: { ids: Ids; onChange: (ids: Ids) => void }) {
  const accounts = useRead(listAccounts)
  const asking = (accounts.data ?? []).filter(({ channel }) => builtDescription(channel)?.operatorIds)
  return asking.map(({ id, channel, account }) => (
    <TextInput
      key={id}
      label={`ID on ${channelNames[channel]}${account ? ` (${account})` : ''}`}
      description={`The number that ${channelNames[channel]} shows for this operator.`}
      maxLength={64}
      value={ids[id] ?? ''}
      onChange={(event) => onChange({ ...ids, [id]: event.currentTarget.value })}
    />
  ))
}
