import { describe, expect, it } from 'vitest'
import { otherKind } from './signature.ts'

describe('a file that is no table', () => {
  it.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'The file is a PNG image, not a CSV file.'],
    [[0xff, 0xd8, 0xff, 0xe0], 'The file is a JPEG image, not a CSV file.'],
    [[0x50, 0x4b, 0x03, 0x04, 0x14], 'save it as CSV'],
    [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'save it as CSV'],
    [[0x25, 0x50, 0x44, 0x46, 0x2d], 'The file is a PDF document, not a CSV file.'],
  ])('is recognized by its first bytes %j', (bytes, sentence) =>
    expect(otherKind(Uint8Array.from(bytes))).toContain(sentence),
  )
  it.each(['sku,title\nA,Mug', 'PNG', '', '\uFEFFsku'])('is not what begins as text: %j', (text) =>
    expect(otherKind(new TextEncoder().encode(text))).toBeUndefined(),
  )
})
