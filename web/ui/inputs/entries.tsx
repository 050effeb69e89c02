import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'

/** A field with an invalid entry. */
interface Wrong {
  /** Of its element. */
  id: string
  label: string
  problem: string
}

/** The invalid entries of a form's fields. The form's own values stay as they were before. */
export interface Entries {
  wrong: readonly Wrong[]
  /** The first of them, in a sentence for the button that saves. */
  problem: string | undefined
  /** Counts the discards: what was typed before one is gone. */
  turn: number
  report: (id: string, wrong: Wrong | undefined) => void
  /** Gives every field its kept value back. */
  discard: () => void
  /** Puts the caret into the first wrong field. */
  focus: () => void
}

const FormEntries = createContext<Entries | null>(null)

/** For a form: hand it to `EntriesOf` around the fields, refuse to save while there is a `problem`, and `discard` with everything else. */
export function useEntries(): Entries {
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [turn, setTurn] = useState(0)
  const [first] = wrong
  return {
    wrong,
    turn,
    problem: first && `${first.label}: ${first.problem}`,
    report: (id, problem) =>
      setWrong((now) => {
        const others = now.filter((entry) => entry.id !== id)
        return !problem && others.length === now.length ? now : problem ? [...others, problem] : others
      }),
    discard: () => setTurn((now) => now + 1),
    focus: () => {
      const field = first && document.getElementById(first.id)
      // What is folded away cannot have the caret.
      field?.closest('details')?.setAttribute('open', '')
      field?.focus()
    },
  }
}

export const EntriesOf = ({ form, children }: { form: Entries; children: ReactNode }) => (
  <FormEntries value={form}>{children}</FormEntries>
)

/** What is typed into a field until it can be kept, and whether its form knows of a problem. */
export function useTyped(id: string, label: string, judge: (typed: string) => string | undefined) {
  const form = use(FormEntries)
  const turn = form?.turn ?? 0
  const [draft, setDraft] = useState<{ typed: string; turn: number } | null>(null)
  const typed = draft?.turn === turn ? draft.typed : null
  const problem = typed === null ? undefined : judge(typed)
  const report = useEffectEvent((message: string | undefined) =>
    form?.report(id, message === undefined ? undefined : { id, label, problem: message }),
  )
  useEffect(() => {
    report(problem)
    return () => report(undefined)
  }, [problem])
  return { typed, problem, type: (next: string | null) => setDraft(next === null ? null : { typed: next, turn }) }
}
