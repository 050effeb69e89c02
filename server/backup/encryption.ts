import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable } from 'node:stream'

/** Derived from BACKUP_KEY: one encrypts the files, the other proves that the manifest, and so each checksum, was made with it. */
export interface BackupKeys {
  files: Buffer
  manifest: Buffer
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** 2^15 rounds of 8 blocks take 32 MB and about 0.1 s, once for a backup. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** @param salt as hex; each backup has its own */
export function deriveKeys(password: string, salt: string): BackupKeys {
  const bytes = scryptSync(password, Buffer.from(salt, 'hex'), 64, COST)
  return { files: bytes.subarray(0, 32), manifest: bytes.subarray(32) }
}

/** For a pipeline: yields a nonce, the encrypted content, and the tag that proves it. */
export function encrypting(key: Buffer): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, key, iv)
    yield iv
    for await (const chunk of source) yield cipher.update(chunk)
    yield cipher.final()
    yield cipher.getAuthTag()
  }
}

/** The content of an encrypted file. The stream fails at its end when the file has changed since the backup. */
export async function readDecrypted(file: string, key: Buffer): Promise<Readable> {
  const { iv, tag, end } = await readEnds(file)
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  if (end <= IV_BYTES) {
    decipher.end()
    return decipher
  }
  const content = createReadStream(file, { start: IV_BYTES, end: end - 1 })
  content.on('error', (error) => decipher.destroy(error))
  return content.pipe(decipher)
}

async function readEnds(file: string): Promise<{ iv: Buffer; tag: Buffer; end: number }> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size < IV_BYTES + TAG_BYTES) throw new Error('the file is too short to be encrypted')
    const end = size - TAG_BYTES
    const { buffer: iv } = await handle.read(Buffer.alloc(IV_BYTES), 0, IV_BYTES, 0)
    const { buffer: tag } = await handle.read(Buffer.alloc(TAG_BYTES), 0, TAG_BYTES, end)
    return { iv, tag, end }
  } finally {
    await handle.close()
  }
}
