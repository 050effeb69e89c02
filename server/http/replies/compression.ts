import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/** What fits into a connection's first ten packets arrives no sooner for being smaller, and packing it takes longer than all the rest of a list's answer. */
const COMPRESSED_FROM_BYTES = 14_000

/** How answers are compressed. What a stream has said goes on its way at once: a file that is still being made begins in the browser. */
export const compression: FastifyCompressOptions = {
  globalDecompression: false,
  threshold: COMPRESSED_FROM_BYTES,
  encodings: ['br', 'gzip'],
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
}
