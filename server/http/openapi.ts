import { z } from 'zod'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { File, Pdf } from '#contract/files.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { permissions } from '#contract/permissions.ts'
import { scopesOf } from '#contract/tokens/access.ts'

type Shape = (schema: z.ZodType, part: string) => object

/** Schemas of one operation in wire form. What refers to itself moves to the document's `schemas`, where it can be referred to. */
function shapesOf(name: string, schemas: Record<string, object>): Shape {
  return (schema, part) => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' })
    const moved = <T>(value: T) =>
      JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"#/components/schemas/${name}${part}`)) as T
    for (const [key, definition] of Object.entries($defs)) schemas[`${name}${part}${key}`] = moved(definition)
    return moved(json)
  }
}
const fields = (shape: Shape, schema: z.ZodType | undefined, where: 'path' | 'query') => {
  if (!schema) return []
  const json = shape(schema, where) as { properties?: Record<string, object>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }))
}

/** What an endpoint may refuse: its own reasons, then those that come from what it takes and needs. */
function codesOf(e: AnyEndpoint): ErrorCode[] {
  const member: ErrorCode[] = ['email_unconfirmed', 'no_organization', 'forbidden']
  const token: ErrorCode[] = ['invalid_token', 'insufficient_scope', 'too_many_requests']
  const write: ErrorCode[] = [
    'wrong_origin',
    'idempotency_conflict',
    'request_running',
    'outcome_unknown',
    'bad_request',
    'payload_too_large',
    'unsupported_type',
  ]
  return [
    ...new Set([
      ...e.errors,
      ...(e.params || e.query || e.body ? ['invalid_input' as const] : []),
      ...(e.needs === 'public' ? [] : ['unauthenticated' as const]),
      ...(e.needs === 'public' || e.needs === 'session' ? [] : member),
      ...(scopesOf(e) ? token : []),
      ...(e.method === 'GET' ? [] : write),
      ...(e.method === 'GET' ? [] : ['storage_full' as const]),
      'internal' as const,
      'unavailable' as const,
    ]),
  ]
}

/** A token needs all of these scopes. Where none is let in, only a session is named. */
const tokenOf = (e: AnyEndpoint) => {
  const needed = scopesOf(e)
  return needed ? [{ token: [...needed] }] : []
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What a success looks like: an envelope, or a file. */
function contentOf(e: AnyEndpoint, shape: Shape) {
  if (e.reply === File)
    return {
      'text/csv': { schema: { type: 'string' } },
      ...(e.query ? { [XLSX]: { schema: { type: 'string', format: 'binary' } } } : {}),
    }
  if (e.reply === Pdf) return { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'data', 'message'],
        properties: {
          success: { const: true },
          data: shape(e.reply, 'Reply'),
          message: { type: 'string' },
        },
      },
    },
  }
}

/** What a request may bring: JSON, a form with files, or either. */
const bodyOf = (e: AnyEndpoint, shape: Shape) => ({
  ...(e.body ? { 'application/json': { schema: shape(e.body, 'Body') } } : {}),
  ...(e.form ? { 'multipart/form-data': { schema: { type: 'object' } } } : {}),
})

function operation(area: string, name: string, e: AnyEndpoint, schemas: Record<string, object>) {
  const shape = shapesOf(name, schemas)
  const answers: Record<string, object> = {
    200: {
      description: e.summary,
      content: contentOf(e, shape),
    },
  }
  for (const [status, codes] of Map.groupBy(codesOf(e), (code) => errors[code].status)) {
    const description = codes.map((code) => `${code}: ${errors[code].sentence}`).join('\n')
    answers[status] = {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    }
  }
  return {
    operationId: name,
    tags: [area],
    summary: e.summary,
    description: `Needs: ${permissions[e.needs].meaning}.`,
    security: e.needs === 'public' ? [] : [{ session: [] }, ...tokenOf(e)],
    parameters: [...fields(shape, e.params, 'path'), ...fields(shape, e.query, 'query')],
    ...(e.body || e.form ? { requestBody: { content: bodyOf(e, shape) } } : {}),
    responses: answers,
  }
}

/** The contract as an OpenAPI 3.1 document, in wire form. */
export function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {
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
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, e] of Object.entries(endpoints))
      (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(area, name, e, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Motto', version: '2', description: 'One place for stock and listings.' },
    servers: [{ url: `${publicUrl}/api/v2` }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'jwt' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `motto_…`' },
      },
      schemas,
    },
  }
}
