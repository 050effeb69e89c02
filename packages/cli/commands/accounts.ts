import { type Command, type Context, UsageError } from '../command.ts'

type Account = Awaited<ReturnType<Context['motto']['listPublishAccounts']>>[number]

export const accountCommands: Command[] = [
  {
    name: 'accounts',
    summary: 'List the connected accounts',
    async run({ motto, terminal }) {
      await terminal.list(
        await motto.listPublishAccounts(),
        [
          { title: 'id', of: ({ integrationId }) => integrationId, align: 'right' },
          { title: 'channel', of: ({ channel }) => channel },
          { title: 'account', of: ({ account }) => account },
        ],
        'No account is connected yet.',
      )
    },
  },
]

/** The accounts that `--to` names: by id, by name, or by a channel with one account. @throws UsageError */
export async function accountsNamed({ motto, texts }: Context): Promise<number[]> {
  const names = texts('to')
  if (names.length === 0) throw new UsageError('Say where to: --to ebay. motto accounts lists the accounts.')
  const accounts = await motto.listPublishAccounts()
  return [...new Set(names.map((name) => accountNamed(accounts, name)))]
}

function accountNamed(accounts: readonly Account[], name: string): number {
  const searched = name.toLowerCase()
  const fitting = accounts.filter(
    ({ integrationId, channel, account }) =>
      String(integrationId) === searched || channel === searched || account.toLowerCase() === searched,
  )
  const [first, ...others] = fitting
  if (first && others.length === 0) return first.integrationId
  const list = (first ? fitting : accounts).map((a) => `${a.integrationId} (${a.channel}, ${a.account})`).join(', ')
  throw new UsageError(
    first
      ? `--to ${name} has several accounts. Name one by its id: ${list}.`
      : `There is no connected account "${name}". Yours: ${list || 'none'}.`,
  )
}
