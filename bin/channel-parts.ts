import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { channels } from '#channels/registry.ts'
import { accesses } from '#contract/channels/access.ts'
import { descriptions } from '#contract/channels/all.ts'
import type { Access, Built, ChannelDescription } from '#contract/channels/describe.ts'
import { schemaFields } from '#contract/channels/schemas.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { registry as simulators } from '../packages/sandbox/registry.ts'

/*
 * What a channel still needs before Motto speaks to it: run it after its description says `built: true`, and follow the red.
 */

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
/** A registry as it is, whatever its type promises. */
const of = <T>(registry: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(registry, id) ? registry[id] : undefined
const hasParts = (value: unknown, names: readonly string[], what: string): string[] =>
  names.filter((name) => (value as Record<string, unknown> | undefined)?.[name] === undefined).map((n) => what + n)

const described = ['docs', 'limits', 'needsPicture', 'needsCategory', 'fields', 'lookups']
const adapterParts = ['name', 'connect', 'settings', 'fields', 'limits', 'account', 'check', 'listings', 'stock']

function missingInContract(channel: Built): string[] {
  const { id } = channel
  const access: Access | undefined = of(accesses, id)
  const names = access
    ? [
        access.clientId,
        access.clientSecret,
        ...(access.redirect ? [access.redirect] : []),
        ...Object.values(access.secrets ?? {}),
      ]
        .concat(Object.values(access.hosts).map(({ setting }) => ({ setting, example: '', sandbox: '' })))
        .map(({ setting }) => setting)
    : []
  const answered = of<Record<string, unknown>>(lookups, id)
  return [
    ...hasParts(channel, described, `contract/channels/${id}.ts: `),
    ...(access ? [] : ['contract/channels/access.ts: its hosts and credentials, from which its settings follow']),
    ...names.filter((name) => !read('.env.example').includes(`# ${name}=`)).map((name) => `.env.example: ${name}`),
    ...names.filter((name) => !read('README.md').includes(`| \`${name}\``)).map((name) => `README.md: ${name}`),
    ...(of<unknown>(schemaFields, id) ? [] : ['contract/channels/schemas.ts: the schema of its fields']),
    ...(answered ? [] : ["contract/integrations/lookups.ts: the shapes of its lookups' answers"]),
    ...hasParts(answered, answered ? Object.keys(channel.lookups ?? {}) : [], 'contract/integrations/lookups.ts: '),
  ]
}

function missingInAdapter({ id, lookups: asked }: Built): string[] {
  const adapter = of(channels, id)
  const tested = [`channels/${id}/conformance.test.ts`, `packages/sandbox/${id}/conformance.test.ts`]
  const simulator = of(simulators, id)
  return [
    ...(adapter ? hasParts(adapter, adapterParts, `channels/${id}/index.ts: `) : ['channels/registry.ts: its adapter']),
    ...(adapter ? hasParts(adapter.lookups, Object.keys(asked ?? {}), `channels/${id}/index.ts: the lookup `) : []),
    ...(simulator
      ? hasParts(simulator, ['name', 'make'], 'packages/sandbox/registry.ts: ')
      : ['packages/sandbox/registry.ts: its simulator']),
    ...tested.filter((file) => !existsSync(file)).map((file) => `${file}: the conformance test`),
  ]
}

function missingOnPages({ id, docs, fields }: Built): string[] {
  const icon = `web/public/channel_icons/${id}.png`
  const page = `docs/channels/${id}.md`
  const colours = [...read('web/ui/theme/tokens.css').matchAll(new RegExp(`--ch-${id}:`, 'g'))].length
  const parts = new RegExp(`\\b${id}: \\{([^}]*)\\}`).exec(read('web/features/listings/editor/parts.tsx'))?.[1] ?? ''
  const own = (fields ?? []).filter(({ kind }) => kind === 'attributes' || kind === 'columns' || kind === 'pricing')
  return [
    ...(existsSync(page) ? [] : [`${page}: how to go live, and what the channel is like`]),
    ...(!docs || read(page).includes(docs) ? [] : [`${page}: a link to ${docs}`]),
    ...(read('docs/tour.md').includes(`(channels/${id}.md)`) ? [] : [`docs/tour.md: a link to ${page}`]),
    ...(new RegExp(`\\b${id}:\\s*'`).test(read('web/ui/images/channel-signs.ts'))
      ? []
      : ['web/ui/images/channel-signs.ts: its sign']),
    ...(colours >= 2 ? [] : ['web/ui/theme/tokens.css: its colour, light and dark']),
    ...(existsSync(icon) ? [] : [`${icon}: its icon, drawn by bin/channel-icons.ts`]),
    ...own
      .filter(({ kind }) => !parts.includes(`${kind}:`))
      .map(({ kind, name }) => `web/features/listings/editor/parts.tsx: what draws the ${kind} of ${name}`),
  ]
}

/** What is missing of each channel that is said to be built, as `file: what`. */
export function missingParts(): string[] {
  const all: readonly ChannelDescription[] = Object.values(descriptions)
  const built = all.filter((description): description is Built => description.built)
  const known = new Set<string>(built.map(({ id }) => id))
  const strangers = [...Object.keys(channels), ...Object.keys(simulators)].filter((id) => !known.has(id))
  return [
    ...strangers.map((id) => `contract/channels/${id}.ts: built: true`),
    ...built.flatMap((channel) => [
      ...missingInContract(channel),
      ...missingInAdapter(channel),
      ...missingOnPages(channel),
    ]),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) for (const line of missingParts()) console.log(line)
