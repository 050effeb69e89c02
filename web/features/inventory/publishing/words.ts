import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { getPublishing } from '#contract/publishing.ts'
import { publishingStates } from '#domain/words/publishing.ts'
import type { Stated } from '#domain/words/states.ts'
import { type PageLink, toIntegrations, toNewProduct, toTemplateListing } from '#web/addresses.ts'

export type Run = CallReply<typeof getPublishing>
type Counts = Run['accounts'][number]['counts']

/** Of all accounts together, or of one. */
export const sum = (run: Pick<Run, 'accounts'>, ...states: (keyof Counts)[]): number =>
  run.accounts.reduce((all, { counts }) => all + states.reduce((some, state) => some + (counts[state] ?? 0), 0), 0)

export const stateOf = (run: Pick<Run, 'state'>): Stated => publishingStates[run.state]

/** Whether it is being gathered, looked at or sent right now. */
export const movesByItself = ({ state }: Pick<Run, 'state'>): boolean =>
  ['gathering', 'checking', 'running'].includes(state)
/** Whether something about it changes without anybody, so that it is worth looking again. */
export const isMoving = (run: Run): boolean => movesByItself(run) || sum(run, 'asked') > 0

type Group = Run['groups'][number]

const labels = {
  values: 'Map values',
  edit: 'Bulk Edit',
  category: 'Choose category',
  template: 'Listing template',
  prices: 'Prices',
  file: 'Import a file',
  account: 'Integration',
}
/** What mends all products of a group at once: a page, or none where they are edited in bulk. */
export const remediesOf = ({ accounts, templateId, name, remedies }: Group): { label: string; link?: PageLink }[] => {
  const channels = [...new Set(accounts.map(({ channel }) => channel))]
  return remedies.flatMap((remedy) => {
    const label = labels[remedy]
    if (remedy === 'edit') return [{ label }]
    if (remedy === 'file') return [{ label, link: toNewProduct(templateId, { method: 'csv' }) }]
    return channels.map((channel) => {
      const page = toTemplateListing(templateId, channel)
      const pages = {
        values: toTemplateListing(templateId, channel, { mapping: 'values', field: name }),
        category: { ...page, hash: 'category' },
        template: page,
        prices: toIntegrations(channel),
        account: toIntegrations(channel),
      }
      return { label: channels.length > 1 ? `${label}: ${channelNames[channel]}` : label, link: pages[remedy] }
    })
  })
}

/** What people call a field of a channel, as far as the groups that are shown know it. */
export const namesOf = ({ groups }: Pick<Run, 'groups'>): ((channel: ChannelId, field: string) => string) => {
  const names = new Map(
    groups.flatMap(({ accounts }) =>
      accounts.flatMap(({ channel, fields }) =>
        fields.map(({ field, name }) => [`${channel} ${field}`, name] as const),
      ),
    ),
  )
  return (channel, field) => names.get(`${channel} ${field}`) ?? field
}

/** Over products that were looked at alone nothing is said to have failed. */
export const failedTitle = (run: Run) => (sum(run, 'refused') > 0 ? 'Failed products' : 'Blocked products')
