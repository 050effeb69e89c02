import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Log } from '../../log.ts'

export type Part = string | Uint8Array

/** What an endpoint answers instead of an envelope: a file that is sent while it is made. */
export class OutgoingFile {
  readonly name: string
  readonly type: string
  readonly parts: AsyncIterator<Part>
  constructor(name: string, type: string, parts: AsyncIterable<Part>) {
    this.name = name
    this.type = type
    this.parts = parts[Symbol.asyncIterator]()
  }
}

/** Streams a file at the reader's pace. When the reader disconnects, the work stops. An error before the first part is answered like any other. */
export async function sendFile(
  reply: FastifyReply,
  { name, type, parts }: OutgoingFile,
  log: Log,
): Promise<FastifyReply> {
  const first = await parts.next()
  const content = Readable.from(first.done ? [] : rest(first.value, parts, log), { objectMode: false })
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    .send(content)
}

async function* rest(first: Part, parts: AsyncIterator<Part>, log: Log): AsyncGenerator<Part> {
  try {
    yield first
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  } catch (error) {
    // The answer has begun: all that is left is to break it off, so that nobody takes the half for the whole.
    log.error({ err: error }, 'a file could not be finished')
    throw error
  } finally {
    await parts.return?.()
  }
}
