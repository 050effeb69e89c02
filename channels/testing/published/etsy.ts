import type { HttpCall } from '../../call.ts'
import type { Inspect } from '../conformance/stage.ts'
import { channelSpecs, hasPublished } from './specs.ts'
import { openApiChecker } from './spec.ts'

const file = 'etsy/spec/etsy_open_api_v3.json'
export const isEtsyDescribed = hasPublished(file)

/** What was sent as a form, or as parts of one. */
const bodyOf = ({ json, form, multipart }: HttpCall): { body: unknown; type: string } => {
  if (form) return { body: form, type: 'application/x-www-form-urlencoded' }
  if (multipart) {
    const texts = Object.entries(multipart).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    return { body: Object.fromEntries(texts), type: 'multipart/form-data' }
  }
  return { body: json, type: 'application/json' }
}

/** Every call is held against Etsy's own description; each names the app with its secret. @param base where its API is */
export function inspectEtsy(base: string): Inspect {
  const checker = openApiChecker(`${channelSpecs}/${file}`)
  return (call, { status, body }) => {
    const path = call.url.slice(base.length)
    if (path.startsWith('/v3/public/oauth/')) return []
    const sent = bodyOf(call)
    return [
      ...(/^[^:]+:[^:]+$/.test(call.headers?.['x-api-key'] ?? '') ? [] : ['x-api-key is missing']),
      ...checker.checkRequest(call.method, path, sent.body, sent.type),
      ...checker.checkResponse(call.method, path, status, body === '' ? undefined : body),
    ]
  }
}
