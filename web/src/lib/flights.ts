// Cards that move from one place to another, by the Web Animations API.
import { motion } from './settings.svelte'

const places = new Map<string, Element>()

/** Remember an element as a place that cards come from or go to. */
export function place(node: Element, name: string) {
  places.set(name, node)
  return {
    update(next: string) {
      if (places.get(name) === node) places.delete(name)
      name = next
      places.set(name, node)
    },
    destroy() {
      if (places.get(name) === node) places.delete(name)
    },
  }
}

const left = new Map<string, DOMRect>()

/** Remember where a card lies now, because it is about to leave its holding. */
export function leaving(card: string): void {
  const node = document.querySelector(`[data-card="${card}"]`)
  if (node) left.set(card, node.getBoundingClientRect())
}

export interface Flight {
  card: string
  /** The place that it comes from where it was not seen to leave. */
  from: string
}

/** Let an element fly in from where its card was. */
export function flyIn(node: HTMLElement, { card, from }: Flight): void {
  const start = left.get(card) ?? places.get(from)?.getBoundingClientRect()
  left.delete(card)
  const time = 260 * motion()
  if (!start || !time) return
  const end = node.getBoundingClientRect()
  const x = start.left + start.width / 2 - end.left - end.width / 2
  const y = start.top + start.height / 2 - end.top - end.height / 2
  node.animate(
    [{ translate: `${x}px ${y}px`, scale: start.width < end.width ? '0.7' : '1.05' }, { translate: '0px 0px', scale: '1' }],
    { duration: time, easing: 'cubic-bezier(.2,.75,.3,1)' },
  )
}

/** Let elements fly to a place and vanish there. */
export function flyTo(nodes: Iterable<HTMLElement>, name: string, time: number): void {
  const end = places.get(name)?.getBoundingClientRect()
  if (!end || !time) return
  for (const node of nodes) {
    const start = node.getBoundingClientRect()
    const x = end.left + end.width / 2 - start.left - start.width / 2
    const y = end.top + end.height / 2 - start.top - start.height / 2
    node.animate(
      [
        { translate: '0px 0px', scale: '1', opacity: 1 },
        { translate: `${x}px ${y}px`, scale: '0.45', opacity: 0.2 },
      ],
      { duration: time, easing: 'cubic-bezier(.5,0,.8,.5)', fill: 'forwards' },
    )
  }
}
