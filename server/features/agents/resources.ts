import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelIds } from '#contract/channels/names.ts'
import { channelValues } from '#contract/mappings/values.ts'
import { getTemplate, listTemplates } from '#contract/templates.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import type { Call } from './call.ts'
import { NOTICE } from './tools/tool.ts'

const GLOSSARY = `# Words of Motto

- Product: what is sold. Variation: one form of it that can be bought, with its own SKU.
- Template: fields and attributes that products of one kind share, and how they list on channels.
- Listing: a product on a channel. Live: buyers can see it. Blocked: Motto’s check found a problem. Rejected: the channel said no.
- Channel: a marketplace or shop system, such as eBay. Account: what the organization has there.
- Publish run: many products that are listed on several channels at once. Its problems are grouped by cause.
- On hand: units in the building. Reserved: units in open orders. Available: on hand less reserved. Buffer: units that a channel is not shown.
- Oversold: an order has more units than there were. Short by 2: two units are missing.
- Out of sync: a channel shows another quantity than Motto.
- Proposal: changes with a preview. Nothing happens until it is applied; then it can be undone for 30 days.
- Budget: what a token may apply in 24 hours without approval.
- Approval: a person decides in Motto, under Approvals, about what exceeds the budget.
`

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }],
})
const shopData = (uri: URL, data: unknown) => json(uri, { notice: NOTICE, data })

/** What a channel says of its listings: limits, and the fields that can be set. */
function rulesOf(id: string) {
  const described = builtDescription(id)
  if (!described) return undefined
  const { name, limits, needsPicture, needsCategory, fields } = described
  return {
    channel: name,
    limits,
    needsImage: needsPicture,
    needsCategory,
    fields: fields
      .filter(({ kind }) => kind !== 'hidden')
      .map((field) => ({
        name: field.name,
        label: field.label,
        kind: field.kind,
        setOn: field.on,
        mostCharacters: field.chars,
        whenBlank: field.blank,
        options: field.options?.map(({ value }) => value),
      })),
  }
}

/** What an agent may read beside the tools. @param mayCall leaves out what the token may not read */
export function addResources(server: McpServer, call: Call, mayCall: (endpoint: AnyEndpoint) => boolean): void {
  server.registerResource(
    'glossary',
    'motto://glossary',
    { title: 'Glossary', description: 'What the words of Motto mean', mimeType: 'text/markdown' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: GLOSSARY }] }),
  )
  const channels = channelIds.filter((id) => builtDescription(id))
  server.registerResource(
    'channel-rules',
    new ResourceTemplate('motto://channels/{channel}/rules', {
      list: () => ({
        resources: channels.map((id) => ({
          uri: `motto://channels/${id}/rules`,
          name: `channel-rules-${id}`,
          mimeType: 'application/json',
        })),
      }),
    }),
    { title: 'Channel rules', description: 'Limits and fields of listings on a channel', mimeType: 'application/json' },
    (uri, { channel }) => json(uri, rulesOf(String(channel)) ?? { error: `Channels are ${channels.join(', ')}.` }),
  )
  if (mayCall(listTemplates))
    server.registerResource(
      'templates',
      'motto://templates',
      { title: 'Templates', description: 'All product templates', mimeType: 'application/json' },
      async (uri) => shopData(uri, await call(listTemplates, { query: { limit: 1000 } })),
    )
  if (mayCall(getTemplate))
    server.registerResource(
      'template',
      new ResourceTemplate('motto://templates/{id}', { list: undefined }),
      {
        title: 'Template',
        description: 'A template with its attributes, their allowed values, and which of them are required',
        mimeType: 'application/json',
      },
      async (uri, { id }) => shopData(uri, await call(getTemplate, { params: { id: Number(id) } })),
    )
  if (mayCall(channelValues))
    server.registerResource(
      'template-channel-rules',
      new ResourceTemplate('motto://templates/{id}/channels/{channel}/rules', { list: undefined }),
      {
        title: 'Rules for a template on a channel',
        description: 'Fields that the channel requires in the category of the template, with the values that it allows',
        mimeType: 'application/json',
      },
      async (uri, { id, channel }) =>
        shopData(
          uri,
          await call(channelValues, { query: { templateId: Number(id), channel: String(channel) as ChannelId } }),
        ),
    )
}
