import type { Inspect } from '../conformance/stage.ts'
import { channelSpecs, hasPublished } from './specs.ts'
import { openApiChecker } from './spec.ts'

const file = 'clover/spec/clover-v3.assembled.json'
export const isCloverDescribed = hasPublished(file)

/**
 * Clover publishes no description that a machine could read: this one was put together from its SDK's models, an old list of paths and its pages. Those pages
 * alone name `delete` of the calls that link things, and the recovery of a token. @param base where its API is
 */
export function inspectClover(base: string): Inspect {
  const checker = openApiChecker(`${channelSpecs}/${file}`)
  return ({ method, url, json }, { status, body }) => {
    const path = url.slice(base.length).replace(/(_items)\?delete=true$/, '$1')
    if (path === '/oauth/v2/recovery') return []
    return [...checker.checkRequest(method, path, json), ...checker.checkResponse(method, path, status, body)]
  }
}
