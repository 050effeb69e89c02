import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, areaNames, isKeyed } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { File, Pdf } from '#contract/files.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { root } from '../run-tool.ts'
import { type Json, type Way, jsonOf, typeWriter } from './types.ts'

/*
 * What `packages/client` knows of the contract: the operations that a token may call, with their types. Shapes that the contract exports keep their
 * names; one that reads differently in a request ends in `Input`.
 */

const HEAD = '// Made from the contract by `node bin/packages.ts`. Do not edit.\n'

type Named = z.core.$ZodRegistry<{ id: string }>
interface Operation {
  area: string
  name: string
  endpoint: AnyEndpoint
}

/** Shapes that have a name in the contract. Of several with one name the first in the order of files has it. */
async function namedShapes(): Promise<Named> {
  const named: Named = z.registry()
  const ids = new Set<string>()
  for (const file of globSync('contract/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()) {
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const [id, value] of byName(module))
      if (isShape(value) && !ids.has(id) && !named.has(value)) {
        named.add(value, { id })
        ids.add(id)
      }
  }
  return named
}
/** What a module exports has no order that all loaders keep. */
const byName = <T>(record: Record<string, T>): [string, T][] =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))
const isShape = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodDiscriminatedUnion

/** Collects the named shapes that operations use, each in the way in which it travels. */
function typesOf(named: Named) {
  const definitions: Record<Way, Map<string, Json>> = { request: new Map(), reply: new Map() }
  const write = (way: Way) => typeWriter(way, (id) => (way === 'request' && differs(id) ? `${id}Input` : id))
  const note = (way: Way, json: Json) => {
    for (const [id, definition] of Object.entries(json.$defs ?? {})) definitions[way].set(id, definition)
    return json
  }
  const bare = (way: Way, id: string) => {
    const definition = definitions[way].get(id)
    return definition && typeWriter(way, (other) => other)(definition)
  }
  /** Whether it, or a shape inside it, is not the same in a request as in a reply. */
  const differs = (id: string, above: readonly string[] = []): boolean => {
    const text = bare('request', id)
    const reply = bare('reply', id)
    if (text === undefined || reply === undefined || above.includes(id)) return false
    const inside = [...definitions.request.keys()].filter((other) => new RegExp(`\\b${other}\\b`).test(text))
    return text !== reply || inside.some((other) => other !== id && differs(other, [...above, id]))
  }
  return {
    add: (way: Way, schema: z.ZodType) => note(way, jsonOf(schema, named)),
    text: (way: Way, json: Json) => write(way)(json),
    declarations() {
      const of = (way: Way) => [...definitions[way].keys()].toSorted()
      const declare = (way: Way, id: string, name: string) => {
        const text = write(way)(definitions[way].get(id) ?? {})
        return text.startsWith('{') && text.endsWith('}') && !text.includes('} | {')
          ? `export interface ${name} ${text}`
          : `export type ${name} = ${text}`
      }
      return [
        ...of('reply').map((id) => declare('reply', id, id)),
        ...of('request')
          .filter((id) => !definitions.reply.has(id) || differs(id))
          .map((id) => declare('request', id, definitions.reply.has(id) ? `${id}Input` : id)),
      ]
    },
  }
}

const takesNothing = (schema: z.ZodType | undefined) => !schema || schema.safeParse(undefined).success
const takesNoFields = (schema: z.ZodType | undefined) => !schema || schema.safeParse({}).success

function inputOf({ endpoint }: Operation, text: (part: z.ZodType) => string): string {
  const { params, query, body, form } = endpoint
  const fields = [
    ...(params ? [`params: ${text(params)}`] : []),
    ...(query ? [`query${takesNoFields(query) ? '?' : ''}: ${text(query)}`] : []),
    ...(body && !form ? [`body${takesNothing(body) ? '?' : ''}: ${text(body)}`] : []),
    ...(form ? ['body: FormData'] : []),
  ]
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<string, never>'
}

const isFile = ({ reply }: AnyEndpoint) => reply === File || reply === Pdf

/** Lists that answer `{data, items}` by `offset` and `limit`. */
function isPaged({ query, reply }: AnyEndpoint): boolean {
  const shape = (schema: unknown) => (schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {})
  return 'offset' in shape(query) && 'limit' in shape(query) && 'data' in shape(reply) && 'items' in shape(reply)
}

const entryOf = ({ name, endpoint }: Operation): string => {
  const flags = [
    `method: '${endpoint.method}'`,
    `path: '${endpoint.path}'`,
    ...(isKeyed(endpoint)
      ? ["repeat: 'key'"]
      : endpoint.method === 'GET' || endpoint.savesNothing
        ? ["repeat: 'free'"]
        : ["repeat: 'never'"]),
    ...(isFile(endpoint) ? ['file: true'] : []),
    ...(isPaged(endpoint) ? ['paged: true'] : []),
  ]
  return `${name}: { ${flags.join(', ')} },`
}

const commentOf = ({ endpoint }: Operation): string => {
  const codes = endpoint.errors.length > 0 ? ` Errors: ${endpoint.errors.join(', ')}.` : ''
  return `/** ${endpoint.summary}. Scope: ${(scopesOf(endpoint) ?? []).join(', ')}.${codes} */`
}

/** Formats TypeScript as the rest of the tree is formatted. */
const formatted = (text: string): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=generated.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })

/** The generated files of the client by their names. */
export async function clientFiles(): Promise<Record<string, string>> {
  const types = typesOf(await namedShapes())
  const operations: Operation[] = Object.entries(areas).flatMap(([area, endpoints]) =>
    byName(endpoints)
      .filter(([, endpoint]) => scopesOf(endpoint))
      .map(([name, endpoint]) => ({ area, name, endpoint })),
  )
  // All shapes are collected first: a name depends on whether both ways use it.
  const shapes = new Map<z.ZodType, Json>()
  for (const { endpoint } of operations) {
    for (const part of [endpoint.params, endpoint.query, endpoint.body])
      if (part) shapes.set(part, types.add('request', part))
    if (!isFile(endpoint)) shapes.set(endpoint.reply, types.add('reply', endpoint.reply))
  }
  const text = (way: Way) => (part: z.ZodType) => types.text(way, shapes.get(part) ?? {})
  const signatures = operations.map((operation) => {
    const { reply } = operation.endpoint
    const answer = isFile(operation.endpoint) ? 'Response' : text('reply')(reply)
    return `${commentOf(operation)}\n${operation.name}: { input: ${inputOf(operation, text('request'))}; reply: ${answer} }`
  })
  const declarations = types.declarations()
  const body = `export interface Operations {\n${signatures.join('\n')}\n}`
  const used = declarations
    .map((line) => /^export (?:interface|type) (\w+)/.exec(line)?.[1] ?? '')
    .filter((name) => new RegExp(`\\b${name}\\b`).test(body.replaceAll(/\/\*\*.*\*\//g, '')))
  return Object.fromEntries(
    Object.entries({
      'types.ts': `${HEAD}\n${declarations.join('\n\n')}\n`,
      'operations.ts': `${HEAD}import type { ${used.join(', ')} } from './types.ts'\n\n/** What each operation takes and answers, in wire form. */\n${body}\n`,
      'table.ts': `${HEAD}\n/** How each operation is sent. */\nexport const table = {\n${operations.map(entryOf).join('\n')}\n} as const\n`,
      'names.ts': `${HEAD}
/** Parts of an organization's data that change together. */
export const areaNames = [${areaNames.map((name) => `'${name}'`).join(', ')}] as const
export type Area = (typeof areaNames)[number]

/** Why Motto refuses a request. */
export type ErrorCode = ${Object.keys(errors)
        .map((code) => `'${code}'`)
        .join(' | ')}
`,
    }).map(([name, content]) => [name, formatted(content)]),
  )
}
