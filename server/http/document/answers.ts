import type { AnyEndpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { File, Pdf } from '#contract/files.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { type Schema, exampleMaker } from './examples.ts'
import type { ShapeOf } from './shapes.ts'

/** What an endpoint may refuse: its own reasons, then those that come from what it takes and needs. */
function codesOf(e: AnyEndpoint): ErrorCode[] {
  const member: ErrorCode[] = ['email_unconfirmed', 'no_organization', 'forbidden']
  const token: ErrorCode[] = ['invalid_token', 'insufficient_scope', 'too_many_requests']
  const write: ErrorCode[] = [
    'wrong_origin',
    'idempotency_conflict',
    'request_running',
    'outcome_unknown',
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
      'bad_request' as const,
      'internal' as const,
      'unavailable' as const,
    ]),
  ]
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const binary = { type: 'string', format: 'binary' }
/** What a success looks like: an envelope, or a file. */
function contentOf(e: AnyEndpoint, shape: ShapeOf, schemas: Record<string, Schema>) {
  if (e.reply === File)
    return {
      'text/csv': { schema: { type: 'string' }, example: 'SKU,Title,Quantity\nMUG-1,"Stoneware mug, blue",12\n' },
      ...(e.query ? { [XLSX]: { schema: binary } } : {}),
    }
  if (e.reply === Pdf) return { 'application/pdf': { schema: binary } }
  const data = shape(e.reply, 'Reply', 'reply')
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'data', 'message'],
        properties: {
          success: { const: true },
          data,
          message: { type: 'string' },
        },
      },
      example: { success: true, data: exampleMaker('reply', schemas)(data), message: 'OK' },
    },
  }
}

const rateHeaders = {
  'Retry-After': { description: 'The seconds to wait.', schema: { type: 'integer' }, example: 30 },
}

export const successOf = (e: AnyEndpoint, shape: ShapeOf, schemas: Record<string, Schema>) => ({
  description: e.summary,
  content: contentOf(e, shape, schemas),
})

/** A response for each status, with an example for each reason. */
export function failuresOf(e: AnyEndpoint): Record<string, object> {
  const byStatus = Map.groupBy(codesOf(e), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].sentence}`).join('\n'),
        ...(status === 429 ? { headers: rateHeaders } : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  )
}

/** One example for each reason that an operation names. */
export function failureExamples(endpoints: readonly AnyEndpoint[]): Record<string, object> {
  const codes = new Set(endpoints.flatMap(codesOf))
  return Object.fromEntries([...codes].toSorted().map((code) => [code, exampleOf(code)]))
}
function exampleOf(code: ErrorCode): object {
  const message = errors[code].sentence
  const fields = code === 'invalid_input' ? { fields: { 'body.sku': 'SKU is required.' } } : {}
  return { summary: message, value: { success: false, data: null, message, code, ...fields } }
}
