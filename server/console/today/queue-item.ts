import type { Html } from '#server/console/shell/page.ts'

/** One thing that needs a person: what it is, the facts, and what can be done at once. */
export type QueueItem = { at: Date; tone: 'bad' | 'warn' | 'calm'; content: Html }
