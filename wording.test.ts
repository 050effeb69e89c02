import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from './bin/lib/sentences.ts'
import { isSupport, isTest, readSources } from './bin/lib/sources.ts'

/** Texts with a word to avoid that stay as they are. */
const exceptions: Record<string, string> = {
  'left alone': 'an entry of the audit log is stored under this name',
  'not left alone': 'an entry of the audit log is stored under this name',
  'refund refused': 'an entry of the audit log is stored under this name',
  'cancel refused': 'an entry of the audit log is stored under this name',
  'switch on': 'an entry of the audit log is stored under this name',
  'switch off': 'an entry of the audit log is stored under this name',
  'switched on': 'an entry of the audit log is stored under this name',
  'turn on two-factor sign-in': 'an entry of the audit log is stored under this name',
  'turn off two-factor sign-in': 'an entry of the audit log is stored under this name',
  'mails again': 'a reason in the contract, which no person reads',
  '[not for sale again]': 'refunds that BigCommerce already has are marked with it',
}

interface Rule {
  say: string
  avoid: RegExp
}

/** The last table of the glossary: the word to use, and the words to avoid. */
const rulesIn = (glossary: string): Rule[] =>
  [...(glossary.split('| say | avoid |')[1] ?? '').matchAll(/^\| ([^|-][^|]*) \| ([^|]+) \|$/gm)].flatMap(
    ([, say = '', phrases = '']) =>
      phrases.split(', ').map((phrase) => ({ say, avoid: new RegExp(`(?<![\\w-])${phrase}(?![\\w-])`, 'i') })),
  )

const rules = rulesIn(readFileSync('docs/glossary.md', 'utf8'))
const complaintsAbout = (text: string) =>
  rules.flatMap(({ say, avoid }) => (avoid.test(text) ? [`"${avoid.exec(text)?.[0]}", say ${say}`] : []))

const isForSellers = (file: string) =>
  /^(web|domain|contract|channels|server)\//.test(file) &&
  !isTest(file) &&
  !isSupport(file) &&
  !/\/testing\/|^server\/db\//.test(file)
const sentences = [...readSources('.')]
  .filter(([file]) => isForSellers(file))
  .flatMap(([file, source]) => sentencesOf(file, source).map((sentence) => ({ file, ...sentence })))
const guides = [
  'README.md',
  'docs/bundles.md',
  'docs/channels/README.md',
  'docs/cli.md',
  'docs/first-hour.md',
  'docs/running/README.md',
  'packages/sandbox/README.md',
  'packages/client/README.md',
  'packages/cli/README.md',
]

describe('the words of the glossary', () => {
  it('a sentence of the app says nothing that the glossary avoids', () => {
    const wrong = sentences
      .filter(({ text }) => !(text in exceptions))
      .flatMap(({ file, line, text }) =>
        complaintsAbout(text).map((complaint) => `${file}:${line} ${complaint}: ${text}`),
      )
    expect(wrong).toEqual([])
  })

  it('a guide says nothing that the glossary avoids', () => {
    const wrong = guides.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, at) => complaintsAbout(text).map((complaint) => `${file}:${at + 1} ${complaint}: ${text}`)),
    )
    expect(wrong).toEqual([])
  })

  it('the sources have sentences, and the glossary has words to avoid', () => {
    expect(sentences.length).toBeGreaterThan(3000)
    expect(rules.length).toBeGreaterThan(20)
  })

  it('every exception still stands in a source', () => {
    const texts = new Set(sentences.map(({ text }) => text))
    expect(Object.keys(exceptions).filter((text) => !texts.has(text))).toEqual([])
  })
})

describe('the reader of sentences', () => {
  const read = (source: string) => sentencesOf('page.tsx', source)

  it.each([
    ["toast('Five pieces left')", 'Five pieces left'],
    ['say(`${n} pieces left`)', '… pieces left'],
    ['<Button>Settle</Button>', 'Settle'],
    ['<p>\n  Sold in\n  pieces {n}</p>', 'Sold in pieces'],
  ])('%s has a sentence', (source, text) => expect(read(source).map((sentence) => sentence.text)).toContain(text))

  it.each([
    "const kind = 'pieces'",
    '// Five pieces left',
    'sql`select pieces from box`',
    "import { held } from './pieces.ts'",
  ])('%s has none', (source) => expect(read(source)).toEqual([]))

  it('a sentence is found at its line', () => {
    expect(read("\nconst a = 1\nconst b = 'Five pieces left'")).toEqual([{ line: 3, text: 'Five pieces left' }])
    expect(complaintsAbout('Five pieces left')).toEqual(['"pieces", say unit, item'])
  })
})
