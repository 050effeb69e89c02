import { createContext, useContext } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import type { PageLink } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import classes from '../form.module.css'

type Account = CallReply<typeof listAccounts>[number]

/** Of which account the page below speaks, where its channel has several; undefined where the channel says enough. */
const OfAccount = createContext<number | undefined>(undefined)
export const AccountOf = OfAccount.Provider
export const useAccount = (): number | undefined => useContext(OfAccount)

/** What a lookup is asked of. */
export const useOfAccount = () => ({ integrationId: useAccount() })

export const accountName = (account: string): string => account || 'not connected yet'

/** The accounts of channels that have more than one: only those need their names. */
export function useAccounts() {
  const { data = [] } = useRead(listAccounts)
  const several = data.filter(({ channel }) => data.filter((account) => account.channel === channel).length > 1)
  const nameOf = (integrationId: number | null | undefined) => {
    const account = several.find(({ id }) => id === integrationId)
    return account ? accountName(account.account) : ''
  }
  return { several, nameOf }
}

/** Channels to choose from, and below one that has several accounts each of these, by its number. */
export const channelChoices = <C extends string = ChannelId>(
  several: readonly Account[],
  channels: readonly (C | ChannelId)[] = channelOrder,
): { value: string; label: string }[] =>
  channels.flatMap((channel) => [
    { value: channel as string, label: markNames[channel as ChannelId] },
    ...several
      .filter((account) => account.channel === channel)
      .map(({ id, account }) => ({
        value: String(id),
        label: `${markNames[channel as ChannelId]}: ${accountName(account)}`,
      })),
  ])

interface TabsProps {
  channel: ChannelId
  accounts: readonly { id: number; account: string }[]
  current: number | undefined
  /** Address of the page that speaks of an account. */
  linkOf: (account: number) => PageLink
}

/** One tab for each account of a channel that has several. */
export const AccountTabs = ({ channel, accounts, current, linkOf }: TabsProps) =>
  accounts.length > 1 && (
    <div className={classes.accounts}>
      <PageTabs
        label={`${markNames[channel]} accounts`}
        tabs={accounts.map(({ id, account }) => ({
          label: accountName(account),
          active: id === current,
          link: linkOf(id),
        }))}
      />
    </div>
  )
