import { isStrong } from './password.ts'

/* The passwords that are tried first, as far as the rules for passwords refuse them: the browser applies these rules, and the server knows hashes only. */

const words =
  'password passw0rd p@ssword p@ssw0rd pa$$word welcome qwerty qwertyuiop letmein admin administrator iloveyou monkey dragon sunshine princess football baseball master shadow superman batman trustno hello login changeme secret summer winter spring autumn charlie michael jordan google test user guest root computer internet whatever freedom ninja mustang starwars pokemon asdfgh zxcvbn qazwsx 1q2w3e4r 1qaz2wsx abc aa motto ebay etsy shopify amazon'.split(
    ' ',
  )
const numbers = ['', '1', '12', '123', '1234', '12345', '2024', '2025', '2026']
const signs = ['', '!']
const rows = '123456 1234567 12345678 123456789 1234567890 0987654321 111111111 000000000 123123123 987654321'.split(
  ' ',
)

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Some thousand passwords that no browser of ours sends. */
export const commonPasswords = (): string[] =>
  [
    ...rows,
    ...[...words, ...words.map(capital)].flatMap((word) =>
      numbers.flatMap((number) => signs.map((sign) => `${word}${number}${sign}`)),
    ),
  ].filter((password) => !isStrong(password))
