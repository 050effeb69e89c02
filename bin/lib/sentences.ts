export interface Sentence {
  /** Counted from 1. */
  line: number
  text: string
}

/** A text in quotes, on one line. A template literal with a tag, such as SQL, is none. */
const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(?<![\w>])`((?:[^`\\\n]|\\.)*)`/g
/** What stands between two tags, or between a tag and a value. */
const betweenTags = /(?<=[>}])([^<>{};='"`|]*[A-Za-z][^<>{};='"`|]*)(?=[<{])/g
const isCode = (text: string) =>
  /\w\(|&&|\b(?:import|export|return|const|function|else|from)\b.*[#()[\]]|^\s*[),\]]/.test(text)

const blank = (comment: string) => comment.replaceAll(/[^\n]/g, ' ')
/** Comments give way to blanks, so that all else keeps its line. */
const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(?:^|\s)\/\/.*$/gm, blank)

/** Names on the wire, paths and classes are no sentences. */
const isForPeople = (text: string) => text.includes(' ') || /^[A-Z][a-z]+$/.test(text)

/** Texts of a source that people may read, with "…" in place of the values in them. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const code = withoutComments(source)
  const between = file.endsWith('.tsx') ? [...code.matchAll(betweenTags)].filter(([text]) => !isCode(text)) : []
  return [...code.matchAll(quoted), ...between].flatMap((match) => {
    const whole = match.slice(1).find((part) => part !== undefined) ?? ''
    const text = whole
      .replaceAll(/\$\{[^}]*\}/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const start = match.index + (match[0].length - match[0].trimStart().length)
    return isForPeople(text) ? [{ line: code.slice(0, start).split('\n').length, text }] : []
  })
}
