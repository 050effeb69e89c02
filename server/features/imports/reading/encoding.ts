import iconv from 'iconv-lite'

/** UTF-16 without a mark shows in zero bytes, which no other text has: those of Latin letters. */
const SAMPLE_BYTES = 4096
const ZERO_SHARE = 0.3

/** Finds out, while a file passes by, in which encoding it is written: by its mark, else UTF-8 if all of it is, else Windows-1252. */
export class EncodingFinder {
  #found: string | undefined
  #began = false
  #utf8 = new TextDecoder('utf-8', { fatal: true })

  add(part: Buffer): void {
    if (!this.#began) this.#found = marked(part)
    this.#began = true
    if (this.#found) return
    try {
      this.#utf8.decode(part, { stream: true })
    } catch {
      this.#found = 'windows-1252'
    }
  }

  end(): string {
    if (this.#found) return this.#found
    try {
      this.#utf8.decode()
      return 'utf-8'
    } catch {
      return 'windows-1252'
    }
  }
}

function marked(part: Buffer): string | undefined {
  if (part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf) return 'utf-8'
  if (part[0] === 0xff && part[1] === 0xfe) return 'utf-16le'
  if (part[0] === 0xfe && part[1] === 0xff) return 'utf-16be'
  const sample = part.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, n) => {
    if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros.map((n) => n / (sample.length / 2 || 1))
  if (odd > ZERO_SHARE && even < odd / 2) return 'utf-16le'
  return even > ZERO_SHARE && odd < even / 2 ? 'utf-16be' : undefined
}

/** Whether a name is an encoding that can be read. */
export const isEncoding = (name: string) => iconv.encodingExists(name)

/** Decodes what comes in parts; the mark at the beginning is no text, and half a character none either. */
export function decoderOf(encoding: string): { write(part: Buffer): string; end(): string } {
  const decoder = iconv.getDecoder(encoding)
  let half = ''
  return {
    write: (part) => {
      const text = half + decoder.write(part)
      half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
      return (half ? text.slice(0, -1) : text).toWellFormed()
    },
    end: () => (half + (decoder.end() ?? '')).toWellFormed(),
  }
}
