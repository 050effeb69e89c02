import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'

/**
 * The channels' published API descriptions: beside the project, or where `CHANNEL_SPECS` says, from the project's folder on. Tests skip what needs them
 * where they are absent, and fail where a folder is named that is not there.
 */
export function describedBy(...files: string[]) {
  const named = process.env['CHANNEL_SPECS']
  const folder = resolve(import.meta.dirname, '../../..', named || '../shared/channels')
  if (named && !existsSync(folder)) throw new Error(`CHANNEL_SPECS names ${folder}, and there is no such folder.`)
  const paths = files.map((file) => join(folder, file))
  const missing = paths.find((path) => !existsSync(path))
  const note = missing ? ` (skipped: ${missing} is not there; CHANNEL_SPECS names another folder)` : ''
  return { paths, isAbsent: missing !== undefined, note }
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
