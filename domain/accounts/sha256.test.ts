import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from './sha256.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('ACC-174 SHA-256 as lower-case hex of the UTF-8 bytes', () => {
  // FIPS 180-4 examples
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('%j', (text, hash) => expect(sha256Hex(bytes(text))).toBe(hash))

  it('agrees with another implementation at every length around a block, and beyond ASCII', () => {
    for (const text of [...Array.from({ length: 130 }, (_, n) => 'x'.repeat(n)), 'Grün-7-Löwe', '🦫 dam']) {
      expect(sha256Hex(bytes(text))).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }
  })
})
