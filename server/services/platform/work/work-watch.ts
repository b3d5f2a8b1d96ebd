import type { Work } from '#server/kernel/work.ts'

/** Finished work. `outcome`: status code, or `completed` or `failed` for a job. */
type WorkEnd = { work: Work; outcome: string; milliseconds: number }

export type WorkListener = { began?: (work: Work) => void; ended?: (end: WorkEnd) => void }

const SLOW_MS = 500
const MAX_SLOW = 200

/** Tracks the requests and jobs of this process. */
export function createWorkWatch() {
	const underWay = new Set<Work>()
	const listeners: WorkListener[] = []
	/** Slow work since the last `takeSuspects`. */
	let slow: WorkEnd[] = []

	return {
		listen: (listener: WorkListener) => void listeners.push(listener),
		/**
		 * Registers work.
		 * @returns a function to call at the end
		 */
		begin(work: Work): (outcome: string) => void {
			underWay.add(work)
			for (const { began } of listeners) began?.(work)
			return (outcome) => {
				underWay.delete(work)
				const end = { work, outcome, milliseconds: performance.now() - work.startedAt }
				if (end.milliseconds >= SLOW_MS && slow.length < MAX_SLOW) slow.push(end)
				for (const { ended } of listeners) ended?.(end)
			}
		},
		/** Returns running work, and slow work that ended since the previous call; the longest first. */
		takeSuspects(): Omit<WorkEnd, 'outcome'>[] {
			const now = performance.now()
			const running = [...underWay].map((work) => ({ work, milliseconds: now - work.startedAt }))
			const suspects = [...running, ...slow].toSorted((one, other) => other.milliseconds - one.milliseconds)
			slow = []
			return suspects
		},
	}
}
