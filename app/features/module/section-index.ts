import { clampSectionIndex } from '#domain/gating/module-progress.ts'

/** Value of `?section=` for the completion screen after a module's last section. */
export const COMPLETION_STEP = 'complete'

type Sections = readonly { id: string }[]

/**
 * Parses `?section=`; `sections.length` is the completion screen. Returns the first section for an unknown name, and the last
 * section instead of an incomplete module's completion screen.
 */
export function readSectionIndex(sections: Sections, name: string | null, isCompleted: boolean): number {
	if (name === COMPLETION_STEP) return isCompleted ? sections.length : clampSectionIndex(sections.length - 1, sections.length)
	return Math.max(
		sections.findIndex(({ id }) => id === name),
		0,
	)
}

export function sectionSearch(sections: Sections, index: number): string {
	if (index >= sections.length) return `?section=${COMPLETION_STEP}`
	const section = sections[index]
	return index <= 0 || !section ? '' : `?section=${section.id}`
}
