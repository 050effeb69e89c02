import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { addressOf } from './openapi.ts'
import { asWritten } from './shapes.ts'

type Schema = Record<string, unknown>
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  components: Record<'schemas' | 'securitySchemes' | 'parameters' | 'examples', Record<string, Schema>>
}

let app: TestApp
let doc: Document
let operations: [path: string, method: string, Operation][]
let ajv: Ajv2020
const named = Object.values(areas).flatMap((area) => Object.entries(area))

beforeAll(async () => {
  app = await testApp()
  doc = (await app.fastify.inject('/api/v2/openapi.json')).json<Document>()
  operations = Object.entries(doc.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]): [string, string, Operation] => [path, method, op]),
  )
  ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'motto:doc', components: doc.components })
})
afterAll(() => app.stop())

/** A schema of the document, with references into it. */
const compile = (schema: Schema) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"motto:doc#/components')) as Schema)
const schemasOf = (op: Operation): Schema[] => [
  ...op.parameters.filter((p) => !p.$ref).map((p) => p.schema),
  ...Object.values(op.requestBody?.content ?? {}).map((c) => c.schema),
  ...Object.values(op.responses).flatMap((r) => Object.values(r.content).map((c) => c.schema)),
]
const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
const patternsIn = (schema: Schema): string[] =>
  [...JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  )

describe('the API document', () => {
  it('has what OpenAPI 3.1 asks for', () => {
    expect(doc.openapi).toMatch(/^3\.1\.\d+$/)
    expect(doc.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(doc.servers.map((server) => new URL(server.url).pathname)).toEqual(['/api/v2'])
    for (const [path, method, op] of operations) {
      expect(path).toMatch(/^\//)
      expect(['get', 'post', 'patch', 'delete']).toContain(method)
      expect(Object.keys(op.responses).length, op.operationId).toBeGreaterThan(1)
      for (const [status, response] of Object.entries(op.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(response.description, `${op.operationId} ${status}`).not.toBe('')
      }
      for (const scheme of op.security)
        expect(Object.keys(doc.components.securitySchemes)).toEqual(expect.arrayContaining(Object.keys(scheme)))
    }
  })
  it('names every operation once, and every endpoint has one', () => {
    const ids = operations.map(([, , op]) => op.operationId)
    expect(ids).toHaveLength(allEndpoints.length)
    expect(new Set(ids)).toEqual(new Set(named.map(([name]) => name)))
  })
  it('declares exactly the parameters of each path, all required', () => {
    for (const [path, , op] of operations) {
      const declared = op.parameters.filter((p) => p.in === 'path')
      expect(declared.map((p) => p.name).toSorted(), path).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted(),
      )
      expect(declared.every((p) => p.required)).toBe(true)
      expect(new Set(op.parameters.map((p) => `${p.in} ${p.name}`)).size).toBe(op.parameters.length)
    }
  })
  it('resolves every reference', () => {
    for (const ref of refsIn(doc)) {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? []
      expect(doc.components[kind as 'schemas']?.[name], ref).toBeDefined()
    }
  })
  it('holds JSON Schema 2020-12 only', () => {
    // Whether references lead somewhere is tested above. To make a validator of each schema took most of this file's time.
    for (const [, , op] of operations)
      for (const schema of schemasOf(op)) {
        expect(ajv.validateSchema(schema), `${op.operationId}: ${ajv.errorsText()}`).toBe(true)
        for (const pattern of patternsIn(schema)) expect(() => new RegExp(pattern, 'u'), op.operationId).not.toThrow()
      }
  })
  it.each(named)('tells every failure of %s', (name, endpoint: AnyEndpoint) => {
    const op = doc.paths[addressOf(endpoint)]?.[endpoint.method.toLowerCase()]
    expect([op?.operationId, op?.summary]).toEqual([name, endpoint.summary])
    const implied =
      endpoint.needs === 'public'
        ? []
        : endpoint.needs === 'session'
          ? ['unauthenticated' as const]
          : (['unauthenticated', 'forbidden', 'no_organization'] as const)
    for (const code of [...endpoint.errors, ...implied]) {
      const response = op?.responses[errors[code].status]
      expect(response?.description, code).toContain(`${code}: ${errors[code].sentence}`)
      expect(refsIn(response)).toEqual(
        expect.arrayContaining(['#/components/schemas/Failure', `#/components/examples/${code}`]),
      )
    }
  })
})

describe('what a reader of the document needs', () => {
  it('every operation is in one group, and every group says what it is about', () => {
    const groups = new Set(doc.tags.map(({ name }) => name))
    for (const [, , op] of operations) expect([op.tags.length, groups.has(op.tags[0] ?? '')]).toEqual([1, true])
    for (const { name, description } of doc.tags) expect(description, name).toMatch(/\.$/)
    const used = operations.map(([, , op]) => op.tags[0])
    expect([...groups].filter((name) => !used.includes(name))).toEqual([])
  })
  it.each(named)('names the scopes of %s, and says where no token is let in', (name, endpoint: AnyEndpoint) => {
    const op = operations.find(([, , { operationId }]) => operationId === name)?.[2]
    const scopes = scopesOf(endpoint)
    const token = op?.security.find((scheme) => 'token' in scheme) as { token: string[] } | undefined
    expect(token?.token).toEqual(scopes)
    for (const scope of scopes ?? []) expect(op?.description).toContain(scope)
    if (!scopes && endpoint.needs !== 'public') expect(op?.description).toContain('No token can do this.')
  })
  it('names the key of exactly the writes that take one', () => {
    for (const [name, endpoint] of named) {
      const op = operations.find(([, , { operationId }]) => operationId === name)?.[2]
      expect(refsIn(op?.parameters).length, name).toBe(isKeyed(endpoint) ? 1 : 0)
    }
  })
  it('a reply always brings the fields that have a default, and a record of known keys names them', () => {
    const schema = asWritten(
      z.toJSONSchema(z.object({ size: z.string().default('S'), by: z.record(z.enum(['a', 'b']), z.number()) }), {
        io: 'input',
      }) as object,
      'reply',
    )
    expect(schema.required).toEqual(['by', 'size'])
    expect(schema.properties?.by).toMatchObject({
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    })
  })
})

describe('real answers', () => {
  it('are what the document says', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const template = await makeTemplate(ctx, { attributes: [{ name: 'Colour' }] })
    const product = await makeProduct(ctx, template.id, { price: 1999, quantity: 3 })
    const calls = [
      ['listProducts', '/products'],
      ['getProduct', `/products/${product.id}`],
      ['getTemplate', `/productTemplates/${template.id}`],
      ['getStart', '/organization/start'],
      ['searchOrders', '/orders/search'],
      ['getUser', '/users/user'],
      ['listSessions', '/users/sessions'],
      ['listJobs', '/jobs'],
    ] as const
    for (const [name, path] of calls) {
      const op = operations.find(([, , o]) => o.operationId === name)
      const answer = await app.fastify.inject({
        method: (op?.[1] ?? 'get').toUpperCase() as 'GET',
        url: `/api/v2${path}`,
        headers: { cookie: as },
      })
      expect(answer.statusCode, `${name} ${answer.body}`).toBe(200)
      const validate = compile(op?.[2].responses['200']?.content['application/json']?.schema ?? { not: {} })
      expect(validate(answer.json()), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true)
    }
  })
  it('are failures as the document says, too', async () => {
    const validate = compile({ $ref: '#/components/schemas/Failure' })
    for (const url of ['/api/v2/products', '/api/v2/nothing']) {
      const answer = (await app.fastify.inject(url)).json<unknown>()
      expect(validate(answer), JSON.stringify(answer)).toBe(true)
    }
  })
})
