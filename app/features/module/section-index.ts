import { clampSectionIndex } from '#domain/gating/module-progress.ts'

/** Name in the URL of the completion step, which follows a module's last section. */
export const COMPLETION_STEP = 'complete'

type Sections = readonly { id: string }[]

/**
 * Reads `?section=`: the index of a section, or `sections.length` for the completion step. The first section for an unknown name, and the
 * last one for the completion step of a module that is not completed.
 */
export function readSectionIndex(sections: Sections, name: string | null, isCompleted: boolean): number {
	if (name === COMPLETION_STEP) return isCompleted ? sections.length : clampSectionIndex(sections.length - 1, sections.length)
	return Math.max(
		sections.findIndex(({ id }) => id === name),
		0,
	)
}

/** Query of a step's URL; the first section has none. */
export function sectionSearch(sections: Sections, index: number): string {
	if (index >= sections.length) return `?section=${COMPLETION_STEP}`
	const section = sections[index]
	return index <= 0 || !section ? '' : `?section=${section.id}`
}
