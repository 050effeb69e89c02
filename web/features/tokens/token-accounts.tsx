import { Checkbox } from '@mantine/core'
import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { messageOf } from '#web/call.ts'
import { useRead } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import classes from './tokens.module.css'

type Account = CallReply<typeof listAccounts>[number]
const nameOf = ({ channel, account }: Account) => `${channelNames[channel]}${account ? ` (${account})` : ''}`

/** Accounts by their names; one that is gone is left out. */
export function AccountNames({ ids }: { ids: readonly number[] }) {
  const accounts = useRead(listAccounts)
  if (!accounts.data) return plural(ids.length, 'account')
  return (
    accounts.data
      .filter(({ id }) => ids.includes(id))
      .map(nameOf)
      .join(', ') || 'accounts that are gone'
  )
}

interface Props {
  /** Null: all accounts. */
  value: readonly number[] | null
  onChange: (value: readonly number[] | null) => void
}

/** Which of the connected accounts a token reaches. */
export function TokenAccounts({ value, onChange }: Props) {
  const accounts = useRead(listAccounts)
  if (accounts.isError)
    return <Callout tone="warning">Your accounts couldn’t be loaded. {messageOf(accounts.error)}</Callout>
  if (!accounts.data || accounts.data.length === 0) return null
  return (
    <>
      <Select
        label="Accounts"
        allowDeselect={false}
        data={[
          { value: 'all', label: 'All accounts' },
          { value: 'some', label: 'Only some accounts' },
        ]}
        value={value ? 'some' : 'all'}
        onChange={(choice) => onChange(choice === 'some' ? [] : null)}
      />
      {value && (
        <>
          <fieldset className={classes.scopes}>
            <legend>Limited to</legend>
            {accounts.data.map((account) => (
              <Checkbox
                key={account.id}
                label={nameOf(account)}
                checked={value.includes(account.id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...value, account.id] : value.filter((other) => other !== account.id))
                }
              />
            ))}
          </fieldset>
          <Callout>
            The token can’t see or change listings, orders, prices, mappings and settings of your other accounts.
            Products, templates and orders entered by hand have no account, so it sees all of them. Imports, figures and
            reports cover all accounts, so it can’t have them.
          </Callout>
        </>
      )}
    </>
  )
}
