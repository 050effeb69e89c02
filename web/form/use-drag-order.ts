import { type DragEvent, useState } from 'react'
import { useWritable } from '#web/may.tsx'

/** Reorders a list by dragging; `item(index)` goes onto each element. What is dragged in from elsewhere is left alone. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const draggable = useWritable()
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  return (index: number) => ({
    draggable,
    'data-dragging': from === index || undefined,
    'data-over': (over === index && from !== index) || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', String(index))
      setFrom(index)
    },
    onDragOver: (event: DragEvent) => {
      if (from === null) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = 'move'
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      if (from === null) return
      event.preventDefault()
      event.stopPropagation()
      if (from !== index) onMove(from, index)
      end()
    },
    onDragEnd: end,
  })
}
