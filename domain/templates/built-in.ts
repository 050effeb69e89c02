import { builtInAttributes } from '#contract/templates.ts'
import { nameKey } from '../products/attributes/values.ts'

const names = new Set(builtInAttributes.map(nameKey))

/** Whether every template has an attribute of this name, which can be neither renamed nor removed (TPL-143..145). */
export const isBuiltInName = (name: string): boolean => names.has(nameKey(name))
