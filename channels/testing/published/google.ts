import type { Inspect } from '../conformance/stage.ts'
import { discoveryChecker } from './discovery.ts'
import { channelSpecs, hasPublished } from './specs.ts'

const files = ['sheets.v4.json', 'drive.v3.json', 'oauth2.v2.json'].map((name) => `sheets/spec/${name}`)
export const isGoogleDescribed = files.every(hasPublished)

/** Every call is held against Google's own descriptions; asking for a token is described in words alone. @param base where its API is */
export function inspectGoogle(base: string): Inspect {
  const checker = discoveryChecker(files.map((file) => `${channelSpecs}/${file}`))
  return (call, { status, body }) => {
    const path = call.url.slice(base.length)
    if (path === '/token' || path.startsWith('/revoke')) return []
    return [
      ...checker.checkRequest(call.method, path, call.json),
      ...checker.checkResponse(call.method, path, status, body),
    ]
  }
}
