import { RichText } from './rich-text.tsx'
import { RichTools } from './rich-tools.tsx'

/** What the rich view needs, in one piece that is loaded when a description is edited. */
export const rich = { RichText, RichTools }
