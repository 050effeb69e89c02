import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { inert } from '#web/form/html/inert.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { dialogsReady } from '#web/ui/dialogs/dialogs.tsx'
import type { Draft } from '../page/draft.ts'
import { type Clash, merge, type Side } from './merge.ts'
import classes from './merge.module.css'
import ways from '#web/form/sharing/sharing.module.css'

type Choices = Readonly<Record<string, Side>>

/**
 * Puts edits on top of what somebody else saved, and asks where both changed the same.
 * @returns the fields that still differ; null when nobody decided
 */
export async function mergeAsking(base: Draft, edits: Partial<Draft>, theirs: Draft): Promise<Partial<Draft> | null> {
  const { fields, clashes } = merge(base, edits, theirs)
  if (clashes.length === 0) return fields
  const choices = await ask(clashes)
  return choices && merge(base, edits, theirs, (path) => choices[path] ?? 'mine').fields
}

async function ask(clashes: readonly Clash[]): Promise<Choices | null> {
  if (!(await dialogsReady())) return null
  return new Promise((resolve) => {
    const id = modals.open({
      title: clashes.length === 1 ? 'Conflicting change' : `${clashes.length} conflicting changes`,
      size: 'lg',
      withCloseButton: false,
      onClose: () => resolve(null),
      children: (
        <Questions
          clashes={clashes}
          close={(choices) => {
            resolve(choices)
            modals.close(id)
          }}
        />
      ),
    })
  })
}

const sides = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Theirs' },
] as const

function Questions({ clashes, close }: { clashes: readonly Clash[]; close: (choices: Choices | null) => void }) {
  const all = (side: Side): Choices => Object.fromEntries(clashes.map(({ path }) => [path, side]))
  const [choices, setChoices] = useState<Choices>(() => all('mine'))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        close(choices)
      }}
    >
      <div className={dialog.body}>
        <p>
          Someone else saved this product while you were editing. Other changes from both of you are kept. Choose which
          of these to keep.
        </p>
        {clashes.length > 1 && (
          <div className={classes.all}>
            <Button size="xs" variant="default" onClick={() => setChoices(all('mine'))}>
              Keep all of mine
            </Button>
            <Button size="xs" variant="default" onClick={() => setChoices(all('theirs'))}>
              Keep all of theirs
            </Button>
          </div>
        )}
        <div className={classes.clashes}>
          {clashes.map((clash) => (
            <fieldset key={clash.path} className={classes.clash}>
              <legend>{clash.label}</legend>
              <p className="muted">Before: {shown(clash, 'before')}</p>
              <div className={ways.ways}>
                {sides.map(({ side, label }) => (
                  <div key={side} className={ways.way}>
                    <label>
                      <input
                        type="radio"
                        name={clash.path}
                        checked={choices[clash.path] === side}
                        aria-describedby={`${clash.path}-${side}`}
                        onChange={() => setChoices({ ...choices, [clash.path]: side })}
                      />
                      {label}
                    </label>
                    <p id={`${clash.path}-${side}`}>{shown(clash, side)}</p>
                  </div>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </div>
      <DialogFooter>
        <Button variant="default" onClick={() => close(null)}>
          Back to editing
        </Button>
        <Button type="submit" data-autofocus>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}

const LONGEST = 300

/** A value as one reads it: a description without its tags. */
function shown({ path, ...clash }: Clash, which: 'before' | Side): string {
  const value = clash[which]
  const text = path === 'description' ? (inert(value).textContent.trim() ?? '') || 'Nothing' : value
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
