import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { getPublishing } from '#contract/publishing.ts'
import { publishingStates } from '#domain/words/publishing.ts'
import type { Stated } from '#domain/words/states.ts'
import { type IntegrationTab, type PageLink, toIntegrations, toTemplateListing } from '#web/addresses.ts'

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

export type Group = Run['groups'][number]

const labels = {
  values: 'Map values',
  edit: 'Bulk Edit',
  category: 'Choose category',
  template: 'Listing template',
  prices: 'Prices',
  account: 'Integration',
}
interface Remedy {
  label: string
  /** Pages, each with where it leads; none where the products are edited in bulk. */
  links: { to: string; link: PageLink }[]
}
/** What fixes all products of a group at once. */
export const remediesOf = ({ accounts, templates, name, remedies }: Group): Remedy[] => {
  const channels = [...new Set(accounts.map(({ channel }) => channel))]
  const ofTemplates = (linkOf: (templateId: number, channel: ChannelId) => PageLink) =>
    channels.flatMap((channel) =>
      templates.map(({ templateId, template }) => ({
        to: `${channelNames[channel]}: ${template}`,
        link: linkOf(templateId, channel),
      })),
    )
  const ofAccounts = (tab: IntegrationTab) =>
    channels.map((channel) => ({ to: channelNames[channel], link: toIntegrations(channel, {}, tab) }))
  const links: Record<keyof typeof labels, Remedy['links']> = {
    values: ofTemplates((id, channel) => toTemplateListing(id, channel, { mapping: 'values', field: name })),
    edit: [],
    category: ofTemplates((id, channel) => ({ ...toTemplateListing(id, channel), hash: 'category' })),
    template: ofTemplates((id, channel) => toTemplateListing(id, channel)),
    prices: ofAccounts('prices'),
    account: ofAccounts('overview'),
  }
  return remedies.map((remedy) => ({ label: labels[remedy], links: links[remedy] }))
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
