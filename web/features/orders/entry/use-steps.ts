import { useEffect, useState } from 'react'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { lastStep, mayGo, problemOf } from './steps.ts'
import { useLines } from './use-lines.ts'
import type { OrderInWriting } from './use-order.ts'

/** Says why one cannot go on, until that is mended: where it is said may be above the button that goes on. */
export function useRefusal(problem: string | undefined) {
  useEffect(() => () => void (problem && toast.forget(problem)), [problem])
  return () => problem && toast.error(problem)
}

/** Where the wizard stands, and how it moves on. */
export function useSteps(order: OrderInWriting) {
  const { draft, chosen, entries, closed, send } = order
  const [step, setStep] = useState(draft.items.length > 0 ? 1 : 0)
  /** The table is kept once it was shown, with what is chosen in it. */
  const [picked, setPicked] = useState(step === 0)
  const [tried, setTried] = useState(-1)
  const { copy, fetching } = useLines(order)
  const problem = entries.problem ?? problemOf(step, draft, chosen.size)
  const refuse = useRefusal(problem)

  const show = (next: number) => {
    // What is wrong on this step is not lost on the way to another.
    if (entries.problem && next !== step) return entries.focus()
    if (next === 0) setPicked(true)
    setStep(next)
  }
  const go = async (next: number) => {
    if (step !== 0 || next === 0 || (await copy())) show(next)
  }
  const next = () => {
    setTried(step)
    if (problem) {
      entries.focus()
      return refuse()
    }
    if (step === lastStep) void send()
    else void go(step + 1)
  }
  return {
    step,
    picked,
    /** Somebody tried to leave this step by its button: what is missing is shown at its field. */
    tried: tried === step,
    problem,
    fetching,
    show,
    next,
    /** How the step bar leads to a step; undefined where it does not. */
    leadTo: (to: number) => (!closed && mayGo(step, to, draft, chosen.size) ? () => void go(to) : undefined),
  }
}
