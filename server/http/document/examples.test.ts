import { expect, it } from 'vitest'
import { z } from 'zod'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { File, Pdf } from '#contract/files.ts'
import { exampleMaker } from './examples.ts'
import { addressOf, openApi } from './openapi.ts'

/** Examples are made from shapes. Here the contract itself, whose rules say more than a schema, reads each of them. */
interface Operation {
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content: Record<string, { example?: unknown }> }>
}
const { paths } = openApi('https://motto.test') as { paths: Record<string, Record<string, Operation>> }
const operationOf = (endpoint: AnyEndpoint) => paths[addressOf(endpoint)]?.[endpoint.method.toLowerCase()]
const named = Object.values(areas).flatMap((area) => Object.entries(area))

const problemsOf = (schema: z.ZodType, example: unknown): string =>
  schema
    .safeParse(example)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ') ?? ''

/** What an example of a request says of its path or query. */
function parametersOf(endpoint: AnyEndpoint, where: 'path' | 'query'): object {
  const shown = operationOf(endpoint)?.parameters.filter((p) => p.in === where && p.example !== undefined) ?? []
  const name = (documented: string) =>
    where === 'path' && addressOf(endpoint) !== endpoint.path
      ? (/\{(\w+)\}/.exec(endpoint.path)?.[1] ?? documented)
      : documented
  return Object.fromEntries(shown.map((p) => [name(p.name), p.example]))
}

it.each(named)('the example of a request to %s is one that it takes', (_, endpoint: AnyEndpoint) => {
  const body = operationOf(endpoint)?.requestBody?.content['application/json']?.example
  const parts: [z.ZodType | undefined, unknown][] = [
    [endpoint.params, parametersOf(endpoint, 'path')],
    [endpoint.query, parametersOf(endpoint, 'query')],
    [endpoint.body, body],
  ]
  expect(parts.map(([schema, example]) => (schema ? problemsOf(schema, example) : ''))).toEqual(['', '', ''])
})

it.each(named.filter(([, { reply }]) => reply !== File && reply !== Pdf))(
  'the example of an answer of %s is one that it gives',
  (_, endpoint: AnyEndpoint) => {
    const example = operationOf(endpoint)?.responses['200']?.content['application/json']?.example
    expect(example).toMatchObject({ success: true })
    expect(problemsOf(endpoint.reply, (example as { data: unknown }).data)).toBe('')
  },
)

it('the example of an unknown shape fits it, with its limits and its patterns', () => {
  const shape = z.object({
    sku: z.string().min(2),
    when: z.iso.date(),
    kind: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), at: z.number().int().min(7) })]),
    country: z.string().regex(/^[A-Z]{2}$/),
    lines: z.array(z.object({ price: z.number() })).min(2),
    note: z.string().nullable(),
  })
  const example = exampleMaker('request', {})(z.toJSONSchema(shape) as object)
  expect(example).toEqual({
    sku: 'MUG-1',
    when: '2026-11-02',
    kind: { kind: 'a', at: 7 },
    country: 'US',
    lines: [{ price: 12.5 }, { price: 12.5 }],
    note: 'The glaze has a scratch.',
  })
})
