import { toast } from './toast.tsx'

/** Says that it worked, and leaves the page once that was read, or at "Go now". @param readMs in milliseconds */
export function leaveSoon(title: string, leave: () => void, readMs: number): void {
  const timer = setTimeout(leave, readMs)
  const now = () => {
    clearTimeout(timer)
    leave()
  }
  toast.next(title, { label: 'Go now', run: now })
}
