import { nameKey } from '../products/attributes/values.ts'

/** Whether an attribute holds links to safety documents: `Safety documents`, or those of one language, `Safety documents (de)`. */
export const holdsDocuments = (name: string): boolean => /^safety documents( \([a-z]{2}\))?$/.test(nameKey(name))
