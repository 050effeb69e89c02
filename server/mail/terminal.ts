import type { Mail } from './templates.ts'

export interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows the link of a mail that no mail server takes to whoever runs Motto in a terminal: it stands in a file as well, but lines of
 * mail files are broken and escaped. Output that goes elsewhere is kept by somebody, and no link that signs anyone in may be kept: it gets nothing.
 */
export function showMail(terminal: Terminal, to: string, { subject, text }: Pick<Mail, 'subject' | 'text'>): void {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!terminal.isTTY || !link) return
  const printable = (words: string) => words.replaceAll(/\p{Cc}/gu, '')
  terminal.write(`No mail server configured. Email to ${printable(to)}, "${printable(subject)}": ${printable(link)}\n`)
}
