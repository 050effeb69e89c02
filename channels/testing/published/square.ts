import { square } from '#contract/channels/square.ts'
import type { Inspect } from '../conformance/stage.ts'
import { channelSpecs, hasPublished } from './specs.ts'
import { openApiChecker } from './spec.ts'
import { toCurrentSquare } from './square-current.ts'

const file = 'square/spec/square-connect-v2.trimmed.json'
export const isSquareDescribed = hasPublished(file)

/** Every call is held against Square's own description, the part of a form that says what is meant, too. @param base where its API is */
export function inspectSquare(base: string): Inspect {
  const checker = openApiChecker(`${channelSpecs}/${file}`, toCurrentSquare)
  return ({ method, url, json, multipart, headers }, { status, body }) => {
    const path = url.slice(base.length)
    const payload = multipart ? { request: JSON.parse(String(multipart['request'])), image_file: '' } : json
    return [
      ...(headers?.['square-version'] === square.api.version ? [] : [`Square-Version is not ${square.api.version}`]),
      ...checker.checkRequest(method, path, payload),
      ...checker.checkResponse(method, path, status, body),
    ]
  }
}
