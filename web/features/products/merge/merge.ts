import { labelOf } from '#domain/products/attributes/labels.ts'
import type { ProductAttribute } from '#contract/shapes.ts'
import { type Draft, type DraftVariation, type Field, fieldLabels } from '../page/draft.ts'

/** A place of a product that two people gave different values. */
export interface Clash {
  path: string
  label: string
  before: string
  theirs: string
  mine: string
}
export type Side = 'mine' | 'theirs'

/** What began, what I made of it and what somebody else did; undefined where it is not there. */
interface Three<T> {
  base: T
  mine: T
  theirs: T
}

/** Begins where `base` and the edits do; ends on top of `theirs`. */
export interface Merged {
  /** The fields that still differ from what somebody else saved. */
  fields: Partial<Draft>
  clashes: Clash[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Puts edits on top of what somebody else saved meanwhile: part by part, so that nothing of either is lost. Attributes are told apart by
 * their name, variations by their row, pictures by their address. Where both changed the same part, `choose` decides.
 */
export function merge(
  base: Draft,
  edits: Partial<Draft>,
  theirs: Draft,
  choose: (path: string) => Side = () => 'mine',
): Merged {
  const clashes: Clash[] = []
  /** One part: who changed it keeps it; both did, and it is a clash. */
  const part = <T>(path: string, label: string, { base, mine, theirs }: Three<T>, shown: (value: T) => string): T => {
    if (same(mine, base) || same(mine, theirs)) return theirs
    if (same(theirs, base)) return mine
    clashes.push({ path, label, before: shown(base), theirs: shown(theirs), mine: shown(mine) })
    return choose(path) === 'mine' ? mine : theirs
  }
  const parts = <T extends object>(path: string, label: (name: string) => string, three: Three<T>): T =>
    Object.fromEntries(
      (Object.keys(three.theirs) as (keyof T & string)[]).map((name) => [
        name,
        part(
          `${path}.${name}`,
          label(name),
          { base: three.base[name], mine: three.mine[name], theirs: three.theirs[name] },
          textOf,
        ),
      ]),
    ) as T
  const attributes = (path: string, prefix: string, three: Three<ProductAttribute[]>) =>
    rows(
      three,
      (a) => a.name,
      (name, versions) =>
        part(`${path}.${name}`, prefix + name, versions, (a) => (a === undefined ? 'Removed' : textOf(a.value))),
    )
  const variation = (key: string, versions: Three<DraftVariation | undefined>): DraftVariation | undefined => {
    const { base, mine, theirs } = versions
    const label = `Variation ${(theirs ?? mine ?? base)?.name ?? ''}`.trim()
    const path = `variations.${key}`
    // Whether it may be renamed is not for people to say.
    const unlocked = (row: DraftVariation | undefined) => row && { ...row, skuLock: '' }
    if (!base || !mine || !theirs) {
      const row = part(
        path,
        label,
        { base: unlocked(base), mine: unlocked(mine), theirs: unlocked(theirs) },
        (there) => (there ? 'Changed' : 'Removed'),
      )
      return row && { ...row, skuLock: (theirs ?? mine ?? row).skuLock }
    }
    const own = (row: DraftVariation) => {
      const { attributes: _, skuLock: __, ...rest } = row
      return rest
    }
    const three = { base: own(base), mine: own(mine), theirs: own(theirs) }
    return {
      ...parts(path, (name) => `${label}: ${labelOf(name)}`, three),
      skuLock: theirs.skuLock,
      attributes: attributes(`${path}.attributes`, `${label}: `, {
        base: base.attributes,
        mine: mine.attributes,
        theirs: theirs.attributes,
      }),
    }
  }
  const field = (name: Field): unknown => {
    const three = { base: base[name], mine: edits[name], theirs: theirs[name] } as never
    switch (name) {
      case 'tags':
        return rows(three as Three<string[]>, (tag) => tag)
      case 'images':
        return rows(three as Three<Draft['images']>, ({ url }) => url)
      case 'attributes':
        return attributes(name, '', three)
      case 'variations':
        return rows(three as Three<DraftVariation[]>, ({ key }) => key, variation)
      case 'sizeAndWeight':
        return parts(name, labelOf, three as Three<Draft['sizeAndWeight']>)
      case 'configuration':
        return parts(name, () => fieldLabels.configuration, three as Three<Draft['configuration']>)
      default:
        return part(name, fieldLabels[name], three as Three<unknown>, textOf)
    }
  }
  const merged = Object.fromEntries((Object.keys(edits) as Field[]).map((name) => [name, field(name)]))
  return {
    fields: Object.fromEntries(Object.entries(merged).filter(([name, value]) => !same(value, theirs[name as Field]))),
    clashes,
  }
}

/** Rows that keys tell apart. Who moved rows gives the order; what the other one added comes last. */
function rows<T>(
  { base, mine, theirs }: Three<readonly T[]>,
  keyOf: (row: T) => string,
  each: (key: string, versions: Three<T | undefined>) => T | undefined = presence,
): T[] {
  const [began, own, other] = [base, mine, theirs].map((list) => new Map(list.map((row) => [keyOf(row), row])))
  const common = (list: readonly T[]) =>
    list.map(keyOf).filter((key) => began?.has(key) && own?.has(key) && other?.has(key))
  const [first, second] = same(common(mine), common(base)) ? [theirs, mine] : [mine, theirs]
  return [...new Set([...first, ...second].map(keyOf))].flatMap((key) => {
    const row = each(key, { base: began?.get(key), mine: own?.get(key), theirs: other?.get(key) })
    return row === undefined ? [] : [row]
  })
}

/** Rows without parts: added or removed by one of them, so for both. */
const presence = <T>(_: string, { base, mine, theirs }: Three<T | undefined>): T | undefined =>
  base === undefined ? (mine ?? theirs) : mine === undefined ? undefined : theirs

function textOf(value: unknown): string {
  if (value === undefined) return 'Removed'
  if (value === null || value === '') return 'Nothing'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value))
    return (
      value.map((item: string | { url: string }) => (typeof item === 'string' ? item : item.url)).join(', ') || 'None'
    )
  return String(value)
}
