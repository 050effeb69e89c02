import { describe, expect, it } from 'vitest'
import { isEmail, isStrong } from './password.ts'

describe('sign-up password', () => {
  it('takes one that has everything', () => expect(isStrong('Shelf-2026')).toBe(true))
  it.each([
    ['ACC-087 an uppercase letter', 'shelf-2026'],
    ['ACC-088 a lowercase letter', 'SHELF-2026'],
    ['ACC-089 a digit', 'Shelf-Shelf'],
    ['ACC-090 a special character', 'Shelf2026x'],
    ['ACC-091..ACC-092 more than 8 characters', 'Shelf-26'],
    ['ACC-093 a special character that is no space', 'Shelf 2026'],
  ])('needs %s', (_, password) => expect(isStrong(password)).toBe(false))
})

describe('ACC-171 email pattern', () => {
  it.each(['a@b.co', 'dana+shop@northlight.camera'])('%s', (email) => expect(isEmail(email)).toBe(true))
  it.each(['a@b', 'a b@c.de', 'a.b.c', '@b.co', 'a@@b.co', ''])('not %j', (email) => expect(isEmail(email)).toBe(false))
})
