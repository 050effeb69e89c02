import { Button, Radio } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { DialogFooter } from '#web/ui/confirm.tsx'
import dialog from '#web/ui/dialog.module.css'
import { dialogsReady } from '#web/ui/dialogs.tsx'
import type { Draft } from '../draft.ts'
import { type Clash, merge, type Side } from './merge.ts'
import classes from './merge.module.css'

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
      title: clashes.length === 1 ? 'Both of you changed this' : `Both of you changed these ${clashes.length}`,
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
          Someone else saved this product while you edited it. Everything else of theirs and of yours is kept; choose
          what stays here.
        </p>
        {clashes.length > 1 && (
          <div className={classes.all}>
            <Button size="xs" variant="default" onClick={() => setChoices(all('mine'))}>
              All of yours
            </Button>
            <Button size="xs" variant="default" onClick={() => setChoices(all('theirs'))}>
              All of theirs
            </Button>
          </div>
        )}
        <div className={classes.clashes}>
          {clashes.map((clash) => (
            <Radio.Group
              key={clash.path}
              label={clash.label}
              description={`Before: ${shown(clash, 'before')}`}
              value={choices[clash.path] ?? 'mine'}
              onChange={(side) => setChoices({ ...choices, [clash.path]: side as Side })}
            >
              <div className={classes.sides}>
                {sides.map(({ side, label }) => (
                  <Radio key={side} value={side} label={label} description={shown(clash, side)} />
                ))}
              </div>
            </Radio.Group>
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
  const text =
    path === 'description'
      ? (new DOMParser().parseFromString(value, 'text/html').body.textContent.trim() ?? '') || 'Nothing'
      : value
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
