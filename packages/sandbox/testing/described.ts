import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** The folder with the channels' published API descriptions; tests skip what needs it where it is absent. */
const folder = process.env['CHANNEL_SPECS'] ?? fileURLToPath(new URL('../../../../shared/channels', import.meta.url))

export function describedBy(...files: string[]) {
  const paths = files.map((file) => join(folder, file))
  const isAbsent = !paths.every((path) => existsSync(path))
  return { paths, isAbsent, note: isAbsent ? ' (skipped: the folder named by CHANNEL_SPECS is absent)' : '' }
}

interface Checker {
  checkRequest(method: string, path: string, body?: unknown): string[]
  checkResponse(method: string, path: string, status: number, body?: unknown): string[]
}

/** Sends calls that must be answered with a status, and collects in `problems` where call or answer differs from the description. */
export function describedCalls<B>(o: {
  /** Of the path, where an API has several descriptions. */
  checker: (path: string) => Checker
  send: (method: string, path: string, json?: unknown) => Promise<{ status: number; body: B }>
  /** The whole path of a call. */
  pathOf?: (path: string) => string
}) {
  const problems: string[] = []
  const call = async (method: string, path: string, expected = 200, json?: unknown): Promise<B> => {
    const { status, body } = await o.send(method, path, json)
    const details = status === expected ? '' : JSON.stringify(body)
    expect([method, path, status, details]).toEqual([method, path, expected, ''])
    const checker = o.checker(path)
    const described = o.pathOf?.(path) ?? path
    // What is refused may be wrong in itself.
    if (expected < 400) problems.push(...checker.checkRequest(method, described, json))
    problems.push(...checker.checkResponse(method, described, status, body))
    return body
  }
  return { problems, call }
}
