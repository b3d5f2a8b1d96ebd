import { clampSectionIndex } from '#domain/gating/module-progress.ts'

/** The last step of a module whose page has one beyond its sections (spec B §2: module 1, index 8). */
export const COMPLETION_STEP = 'complete'

type Sections = readonly { id: string }[]

/**
 * Where `?section=` points: the index of a section, or `sections.length` for the completion step. The first section for
 * anything that names none, and the last one for the completion of a module that is not completed.
 */
export function readSectionIndex(sections: Sections, name: string | null, isCompleted: boolean): number {
	if (name === COMPLETION_STEP) return isCompleted ? sections.length : clampSectionIndex(sections.length - 1, sections.length)
	return Math.max(
		sections.findIndex(({ id }) => id === name),
		0,
	)
}

/** The address of a step within its page; the first section is the page itself. */
export function sectionSearch(sections: Sections, index: number): string {
	if (index >= sections.length) return `?section=${COMPLETION_STEP}`
	const section = sections[index]
	return index <= 0 || !section ? '' : `?section=${section.id}`
}
