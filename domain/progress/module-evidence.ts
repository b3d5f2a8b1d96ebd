import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { entryId, progressKey, type ProgressEntry } from './progress-entry.ts'

/** A section that holds something to learn; one whose text is not written yet requires nothing. */
export type EvidenceSection = { readonly id: string; readonly lessonId: string | null; readonly milestoneId: string | null }

type Share = { done: number; of: number }

export type MissingPiece = { sectionId: string; pieces: readonly ('reading' | 'task' | 'milestone' | 'check')[] }

export type ModuleEvidence = {
	/** Sections opened at least once. */
	opened: Share
	/** Tasks of lessons, and milestones, marked as done. */
	exercised: Share
	/** Knowledge checks answered. */
	checked: Share
	/** What is still missing, by section, in the order of the module. */
	missing: MissingPiece[]
}

/**
 * What a learner's record shows of a module. Its completed flag only says that the button of the last section was pressed
 * (opened is not done), so texts that claim completion use this.
 */
export function moduleEvidence(
	moduleId: ModuleId,
	sections: readonly EvidenceSection[],
	entries: readonly ProgressEntry[],
): ModuleEvidence {
	const done = new Set(entries.filter((entry) => entry.done).map(entryId))
	const has = (kind: ProgressEntry['kind'], key: string) => done.has(entryId({ kind, key }))
	const asked = sections.flatMap(({ id, lessonId, milestoneId }) => [
		{ sectionId: id, piece: 'reading' as const, isDone: has('section', progressKey.section(moduleId, id)) },
		...(lessonId === null
			? []
			: [
					{ sectionId: id, piece: 'task' as const, isDone: has('task', progressKey.lesson(moduleId, lessonId)) },
					{ sectionId: id, piece: 'check' as const, isDone: has('lesson-quiz', progressKey.lesson(moduleId, lessonId)) },
				]),
		...(milestoneId === null
			? []
			: [{ sectionId: id, piece: 'milestone' as const, isDone: has('milestone', progressKey.milestone(moduleId, milestoneId)) }]),
	])
	const share = (...pieces: (typeof asked)[number]['piece'][]): Share => {
		const these = asked.filter(({ piece }) => pieces.includes(piece))
		return { done: these.filter(({ isDone }) => isDone).length, of: these.length }
	}
	const left = asked.filter(({ isDone }) => !isDone)
	return {
		opened: share('reading'),
		exercised: share('task', 'milestone'),
		checked: share('check'),
		missing: [...new Set(left.map(({ sectionId }) => sectionId))].map((sectionId) => ({
			sectionId,
			pieces: left.filter((one) => one.sectionId === sectionId).map(({ piece }) => piece),
		})),
	}
}
