import { z } from 'zod'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { permissions } from '#contract/permissions.ts'

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any', override: () => undefined })
  return json
}
const fields = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
  if (!schema) return []
  const json = shape(schema, 'input') as { properties?: Record<string, object>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name, in: where, required: where === 'path' || (json.required?.includes(name) ?? false), schema: property,
  }))
}

function operation(area: string, name: string, e: AnyEndpoint) {
  const answers: Record<string, object> = {
    200: {
      description: e.summary,
      content: { 'application/json': { schema: { type: 'object', required: ['success', 'data', 'message'], properties: {
        success: { const: true }, data: shape(e.reply, 'input'), message: { type: 'string' },
      } } } },
    },
  }
  for (const code of e.errors) {
    const { status, sentence } = errors[code]
    answers[status] ??= { description: `${code}: ${sentence}`, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
  }
  return {
    operationId: name, tags: [area], summary: e.summary, description: `Needs: ${permissions[e.needs].meaning}.`,
    security: e.needs === 'public' ? [] : [{ session: [] }],
    parameters: [...fields(e.params, 'path'), ...fields(e.query, 'query')],
    ...(e.body ? { requestBody: { content: { 'application/json': { schema: shape(e.body, 'input') } } } } : {}),
    responses: answers,
  }
}

/** The contract as an OpenAPI 3.1 document, in wire form. */
export function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, e] of Object.entries(endpoints)) (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(area, name, e)
  }
  return {
    openapi: '3.1.0', info: { title: 'Motto', version: '2', description: 'One place for stock and listings.' }, servers: [{ url: `${publicUrl}/api/v2` }], paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'jwt' } },
      schemas: { Failure: { type: 'object', required: ['success', 'message'], properties: {
        success: { const: false }, data: { type: 'null' }, message: { type: 'string' }, code: { enum: Object.keys(errors) },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      } } },
    },
  }
}
