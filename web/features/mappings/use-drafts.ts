import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { OwnerType } from '#contract/mappings/mappings.ts'
import { builtIn } from '#domain/mappings/check.ts'
import {
  changedLists,
  type DraftMapping,
  type Kept,
  keyOf,
  type ListKey,
  type Lists,
  listsOf,
  newMapping,
  partsOf,
  placeOf,
  problemsIn,
} from './draft.ts'

interface Given {
  /** The form around them. */
  root: RefObject<HTMLElement | null>
  /** As they were read. What others save meanwhile is told when these are saved. */
  initial: readonly Kept[]
  /** Names of the template's attributes, and of all templates'. */
  own: readonly string[]
  everywhere: readonly string[]
  /** What it opens with: `title`, `description`, or a rule as `{mapping}.{number}`. */
  at: string
  onDirty: (dirty: boolean) => void
}

function openedAt(at: string, lists: Lists): { key: ListKey; uuid?: string; rule?: number } {
  const [uuid = '', rule] = at.split('.')
  const key = placeOf(lists, uuid)
  if (key) return { key, uuid, rule: Number(rule) || 1 }
  return { key: keyOf('Template', at === 'description' ? 'description' : 'title') }
}

const CHOOSE = 'Choose an attribute.'

/** The four lists as they are edited: which is shown, what of it is open, what is wrong. */
export function useDrafts({ root, initial, own, everywhere, at, onDirty }: Given) {
  const [saved, setKept] = useState(initial)
  const before = listsOf(saved)
  const [lists, setLists] = useState<Lists>(before)
  const [opened] = useState(() => openedAt(at, before))
  const [key, setKey] = useState(opened.key)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened.uuid ? [opened.uuid] : []))
  const [tried, setTried] = useState(false)
  const [example, setExample] = useState<DraftMapping>()
  const [owner, applyTo] = partsOf(key)
  const changed = changedLists(before, lists)
  const dirty = changed.length > 0
  const tell = useEffectEvent(onDirty)
  useEffect(() => tell(dirty), [dirty])
  // A button that goes with what it removed leaves the focus nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.querySelector<HTMLElement>('[role="tabpanel"]')?.focus()
  }, [lists, root])
  const namesOf = (of: OwnerType) => (of === 'Template' ? own : everywhere)
  const problems = problemsIn(lists, namesOf)
  const wrong = changed.find((field) => Object.keys(problems[field]).length > 0)
  const focus = (selector: string) =>
    requestAnimationFrame(() => {
      const element = root.current?.querySelector<HTMLElement>(selector)
      element?.scrollIntoView({ block: 'nearest' })
      const inside =
        element?.tabIndex === -1 && element.hasAttribute('tabindex')
          ? element
          : (element?.querySelector('input') ?? element?.querySelector('button'))
      inside?.focus()
    })
  const showRule = (uuid: string, rule: number) => {
    const place = placeOf(lists, uuid)
    if (!place) return
    setKey(place)
    setOpen(new Set([...open, uuid]))
    focus(`[data-mapping="${uuid}"] [data-rule="${rule}"]`)
  }
  const first = useEffectEvent(() => {
    if (opened.uuid) showRule(opened.uuid, opened.rule ?? 1)
  })
  useEffect(() => first(), [])
  /** Goes to the first field that is not right. */
  const showProblem = (list: ListKey) => {
    const [path = ''] = Object.keys(problems[list])
    const [place = '', ...rest] = path.split('.')
    setKey(list)
    const uuid = lists[list][Number(place)]?.uuid
    if (!path || !uuid) return
    setOpen(new Set([...open, uuid]))
    const field = rest.join('.')
    const rule = /^rules\.\d+/.exec(field)?.[0]
    focus(
      rule
        ? `[data-mapping="${uuid}"] [data-path="${rule}"] [data-path="${field.slice(rule.length + 1)}"]`
        : `[data-mapping="${uuid}"] [data-path="${field}"]`,
    )
  }
  const shown = lists[key]
  const allOpen = shown.length > 0 && shown.every(({ uuid }) => open.has(uuid))
  return {
    saved,
    opened,
    before,
    lists,
    key,
    owner,
    applyTo,
    shown,
    open,
    allOpen,
    changed,
    dirty,
    names: [...new Set([...builtIn, ...own, ...namesOf(owner)])],
    /** A field that nobody has filled yet does not complain before the first try to save. */
    errorOf: (path: string) => {
      const problem = problems[key][path]
      return tried || problem !== CHOOSE ? problem : undefined
    },
    turn: setKey,
    setOpen,
    setShown: (next: DraftMapping[]) => setLists({ ...lists, [key]: next }),
    showRule,
    add: () => {
      const mapping = newMapping()
      setLists({ ...lists, [key]: [...shown, mapping] })
      setOpen(new Set([...open, mapping.uuid]))
      focus(`[data-mapping="${mapping.uuid}"] [data-path="name"]`)
    },
    /** Whether the list holds an example as it was added, and nothing else. */
    isExampleNew: shown.length === 1 && shown[0] === example,
    addExample: (mapping: DraftMapping) => {
      setExample(mapping)
      setLists({ ...lists, [key]: [...shown, mapping] })
      setOpen(new Set([...open, mapping.uuid]))
      focus(`[data-mapping="${mapping.uuid}"] [data-path="name"]`)
    },
    removeExample: () => {
      setLists({ ...lists, [key]: shown.filter((mapping) => mapping !== example) })
      focus(`[data-example="${example?.name}"]`)
    },
    openAll: () => {
      const own = shown.map(({ uuid }) => uuid)
      setOpen(new Set(allOpen ? [...open].filter((uuid) => !own.includes(uuid)) : [...open, ...own]))
    },
    /** Whether all of it can be saved; else the caret goes to what cannot. */
    isRight: () => {
      setTried(true)
      if (wrong) showProblem(wrong)
      return !wrong
    },
    restart: (now: readonly Kept[]) => {
      setKept(now)
      setLists(listsOf(now))
    },
  }
}
export type Drafts = ReturnType<typeof useDrafts>
