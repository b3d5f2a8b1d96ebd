import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { entryId, progressKey, type ProgressEntry } from './progress-entry.ts'

export type SectionOutline = {
	readonly id: string
	readonly lessonId: string | null
	/** Usual time of it, in minutes. */ readonly minutes: number
}
export type ModuleOutline = { readonly id: ModuleId; readonly sections: readonly SectionOutline[] }

type Learner = { entries: readonly ProgressEntry[]; completed: ReadonlySet<ModuleId> }

export type ModuleState = {
	id: ModuleId
	isCompleted: boolean
	/** Sections opened at least once; all of them in a completed module. */
	opened: number
	sections: number
	/** Whole percent of the sections opened; 0 in a module without any. */
	percent: number
	/** Usual time of what is not done, in minutes. */
	minutesLeft: number
}

/**
 * A learner's progress in each module; percent is never NaN. A section is done once it was opened; one with a lesson needs its
 * task or its knowledge check as well, and a completed module has nothing left.
 */
export function courseProgress(outline: readonly ModuleOutline[], { entries, completed }: Learner): ModuleState[] {
	const done = new Set(entries.filter((entry) => entry.done).map(entryId))
	const has = (kind: ProgressEntry['kind'], key: string) => done.has(entryId({ kind, key }))
	return outline.map(({ id, sections }) => {
		const isCompleted = completed.has(id)
		const isOpened = (section: SectionOutline) => isCompleted || has('section', progressKey.section(id, section.id))
		const isLearned = (lessonId: string) => ['task', 'lesson-quiz'].some((kind) => done.has(`${kind}:${progressKey.lesson(id, lessonId)}`))
		const isDone = (section: SectionOutline) =>
			isCompleted || (isOpened(section) && (section.lessonId === null || isLearned(section.lessonId)))
		const opened = sections.filter(isOpened).length
		return {
			id,
			isCompleted,
			opened,
			sections: sections.length,
			percent: sections.length > 0 ? Math.round((opened / sections.length) * 100) : 0,
			minutesLeft: sections.filter((section) => !isDone(section)).reduce((sum, { minutes }) => sum + Math.max(minutes, 0), 0),
		}
	})
}

/** A rounded duration: to five minutes below an hour, to half hours above. */
export function formatMinutes(minutes: number): string {
	if (!(minutes > 0)) return 'nothing'
	if (minutes < 58) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`
	const halves = Math.round(minutes / 30)
	return halves === 2 ? 'about an hour' : `about ${halves / 2} hours`
}
