import pg from 'pg'
import { sentRefusals } from './rules.ts'

/** What connections of organizations send. */
export interface SentStatements {
  begin(): void
  /** @returns why several nodes would refuse what was sent since the beginning, each with the start of its text */
  end(): string[]
  stop(): void
}

const OWNERS_TURN = 'set local role none'
const endsTurn = /^(?:commit|rollback)$|set_config\('role'|^set local role motto/i
const SHOWN = 160

/** Listens to what all connections of this process send that were opened for organizations (`speaksFor`). */
export function listenToStatements(): SentStatements {
  const prototype = pg.Client.prototype as { query: (...parameters: unknown[]) => unknown }
  const { query } = prototype
  const owners = new WeakSet<object>()
  let isListening = false
  let refused = new Set<string>()
  const note = (text: string, isOwner: boolean) => {
    for (const refusal of refusals(text, isOwner))
      refused.add(`${refusal} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN)}`)
  }
  prototype.query = function (this: { speaksFor?: unknown }, ...parameters) {
    const [first] = parameters as [string | { text?: string }]
    const text = (typeof first === 'string' ? first : first.text)?.trim() ?? ''
    if (this.speaksFor) {
      if (text === OWNERS_TURN) owners.add(this)
      else if (endsTurn.test(text)) owners.delete(this)
      else if (isListening && text) note(text, owners.has(this))
    }
    return query.apply(this, parameters)
  }
  return {
    begin: () => {
      refused = new Set()
      isListening = true
    },
    end: () => {
      isListening = false
      return [...refused]
    },
    stop: () => void (prototype.query = query),
  }
}

const known = new Map<string, string[]>()
function refusals(text: string, isOwner: boolean): string[] {
  const key = `${isOwner} ${text}`
  const sentences = known.get(key) ?? sentRefusals(text, { isBound: !isOwner, isOwner })
  known.set(key, sentences)
  return sentences
}
