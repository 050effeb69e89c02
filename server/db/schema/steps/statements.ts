/** What hides a semicolon: comments, texts, quoted names and bodies of functions. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g

/** @returns the statements of a text, without comments between them. Those inside stay. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const match of text.matchAll(token)) {
    if (match[0] !== ';') continue
    statements.push(text.slice(start, match.index))
    start = match.index + 1
  }
  statements.push(text.slice(start))
  return statements.map((statement) => statement.trim()).filter((statement) => barely(statement) !== '')
}

/** A statement in lower case on one line, without comments, and with empty texts and bodies: what rules look at. */
export const barely = (statement: string): string =>
  statement
    .replaceAll(token, (match) => {
      if (match.startsWith('--') || match.startsWith('/*')) return ' '
      return match.startsWith("'") || match.startsWith('$') ? "''" : match
    })
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
