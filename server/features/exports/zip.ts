import { Readable, pipeline } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import type { Part } from '../../http/replies/file.ts'

export interface ZipEntry {
  name: string
  parts: AsyncIterable<Part> | Iterable<Part>
}

/** What the plain form of the format can count. */
export const MOST_BYTES = 2 ** 32 - 1
/** Made by version 2.0; names are UTF-8, and sizes follow the content. The date is the format's first, so that the same content makes the same file. */
const VERSION = 20
const FLAGS = 0x0808
const DEFLATED = 8
const DATE = 0x0021

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/**
 * A ZIP archive, entry by entry as they come, in memory that does not grow with them.
 * @throws RangeError when an entry or all of them are larger than 4 GB
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, parts } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    const head = localHeader(entry.name)
    yield head
    const packed = createDeflateRaw({ level: constants.Z_BEST_SPEED })
    pipeline(Readable.from(counted(parts, entry), { objectMode: false }), packed, () => {}) // reading `packed` throws what goes wrong
    for await (const part of packed as AsyncIterable<Buffer>) {
      entry.packed += part.length
      yield part
    }
    const tail = record(0x08074b50, [entry.crc, 4], [entry.packed, 4], [entry.size, 4])
    yield tail
    offset += head.length + entry.packed + tail.length
    if (entry.size > MOST_BYTES || offset > MOST_BYTES) throw new RangeError('an archive holds at most 4 GB')
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield record(
    0x06054b50,
    [0, 2],
    [0, 2],
    [written.length, 2],
    [written.length, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  )
}

async function* counted(parts: ZipEntry['parts'], entry: Written): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

const localHeader = (name: Buffer) =>
  Buffer.concat([
    record(
      0x04034b50,
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ])

const directoryEntry = ({ name, crc, packed, size, offset }: Written) =>
  Buffer.concat([
    record(
      0x02014b50,
      [VERSION, 2],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  ])

/** A signature and then numbers, each of so many bytes. */
function record(signature: number, ...fields: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = buffer.writeUInt32LE(signature)
  for (const [value, bytes] of fields)
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at)
  return buffer
}
