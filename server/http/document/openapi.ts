import { z } from 'zod'
import { allEndpoints, areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { permissions } from '#contract/permissions.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { scopes } from '#contract/tokens/scopes.ts'
import { failureExamples, failuresOf, successOf } from './answers.ts'
import { type Schema, exampleMaker } from './examples.ts'
import { exampleForm, exampleBodies } from './example-bodies.ts'
import { type ShapeOf, asWritten } from './shapes.ts'
import { tagOf, tags, ungrouped } from './tags.ts'

/** A time is a text on the wire, which its schema alone does not tell. */
const sayTimes: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodCodec && zodSchema.def.out instanceof z.ZodDate) jsonSchema.format = 'date-time'
}

/** Schemas of one operation in wire form. What refers to itself moves to the document's `schemas`, where it can be referred to. */
function shapesOf(name: string, schemas: Record<string, Schema>): ShapeOf {
  return (schema, part, way) => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any', override: sayTimes })
    const moved = (value: unknown) =>
      asWritten(
        JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"#/components/schemas/${name}${part}`)) as Schema,
        way,
      )
    for (const [key, definition] of Object.entries($defs)) schemas[`${name}${part}${key}`] = moved(definition)
    return moved(json)
  }
}

/** Addresses that differ in the name of a parameter alone are one path of the document, which then says `id`. */
const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const twins = Map.groupBy(new Set(allEndpoints.map(({ path }) => path)), withoutNames)
/** An endpoint's address in the document. */
export const addressOf = ({ path }: AnyEndpoint): string => {
  const same = twins.get(withoutNames(path)) ?? []
  return same.length > 1 ? path.replaceAll(/\{\w+\}/g, '{id}') : path
}

function parametersOf(e: AnyEndpoint, shape: ShapeOf, schemas: Record<string, Schema>) {
  const example = exampleMaker('request', schemas)
  const fields = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
    const json = schema ? shape(schema, where, 'request') : {}
    return Object.entries(json.properties ?? {}).map(([name, property]) => {
      const required = where === 'path' || (json.required?.includes(name) ?? false)
      return {
        name: where === 'path' && addressOf(e) !== e.path ? 'id' : name,
        in: where,
        required,
        schema: property,
        ...(required ? { example: example(property, name) } : {}),
      }
    })
  }
  return [
    ...fields(e.params, 'path'),
    ...fields(e.query, 'query'),
    ...(isKeyed(e) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

/** What a request may bring: JSON, a form with files, or either. */
function bodyOf(name: string, e: AnyEndpoint, shape: ShapeOf, schemas: Record<string, Schema>) {
  if (!e.body && !e.form) return {}
  const schema = e.body ? shape(e.body, 'Body', 'request') : {}
  const example = exampleBodies[name] ?? exampleMaker('request', schemas)(schema)
  return {
    requestBody: {
      required: e.form === true || !e.body?.safeParse(undefined).success,
      content: {
        ...(e.body ? { 'application/json': { schema, example } } : {}),
        ...(e.form ? { 'multipart/form-data': { schema: exampleForm } } : {}),
      },
    },
  }
}

/** A token needs all of these scopes. Where none is let in, only a session is named. */
const tokenOf = (e: AnyEndpoint) => {
  const needed = scopesOf(e)
  return needed ? [{ token: [...needed] }] : []
}
const rightsOf = (e: AnyEndpoint): string => {
  const needed = scopesOf(e)
  const role = `Needs: ${permissions[e.needs].meaning}.`
  if (needed) return `${role} Scope of a token: ${needed.map((scope) => `\`${scope}\``).join(' and ')}.`
  return e.needs === 'public' ? role : `${role} No token can do this.`
}

function operation(area: string, name: string, e: AnyEndpoint, schemas: Record<string, Schema>) {
  const shape = shapesOf(name, schemas)
  return {
    operationId: name,
    tags: [tagOf(area)],
    summary: e.summary,
    description: rightsOf(e),
    security: e.needs === 'public' ? [] : [{ session: [] }, ...tokenOf(e)],
    parameters: parametersOf(e, shape, schemas),
    ...bodyOf(name, e, shape, schemas),
    responses: { 200: successOf(e, shape, schemas), ...failuresOf(e) },
  }
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
/** All endpoints by group, area and address: the same each time, as what a module exports has no order of its own. */
const inOrder = () =>
  [...Object.values(tags).flatMap((tag): readonly string[] => tag.areas), ...ungrouped()].flatMap((area) =>
    Object.entries(areas[area] ?? {})
      .map(([name, e]) => [area, name, e] as const)
      .toSorted(([, , a], [, , b]) =>
        a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1,
      ),
  )

const scopeList = () =>
  Object.entries(scopes)
    .map(([scope, { meaning }]) => `- \`${scope}\`: ${meaning}`)
    .join('\n')

/** The contract as an OpenAPI 3.1 document, in wire form. */
export function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, Schema> = {
    Failure: {
      type: 'object',
      required: ['success', 'message'],
      properties: {
        success: { const: false },
        data: { type: 'null' },
        message: { type: 'string' },
        code: { enum: Object.keys(errors) },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  }
  for (const [area, name, e] of inOrder())
    (paths[addressOf(e)] ??= {})[e.method.toLowerCase()] = operation(area, name, e, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Motto',
      version: '2',
      description:
        'One place for stock and listings. Send an API token as `Authorization: Bearer motto_…`. Each answer is an envelope with `success`, `data` and `message`; a failure has a `code`, too. Amounts are decimals, times are ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api/v2` }],
    tags: Object.entries(tags).map(([name, { title, description }]) => ({ name, description, 'x-displayName': title })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'jwt',
          description: 'A person who is logged in with a browser.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token, \`motto_…\`, with all of the scopes that an operation names. A scope to write includes the one to read.\n\n${scopeList()}`,
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Chosen by you for one write. Sent again with the same key, it is carried out once.',
          schema: { type: 'string', maxLength: 200 },
          example: '3f2b8c1e-6f3a-4b7e-9a52-0d9f1c5e7a44',
        },
      },
      examples: failureExamples(allEndpoints),
      schemas,
    },
  }
}
