import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { lastOpenedSection, nextModule } from '#domain/progress/completed-modules.ts'
import type { ModuleState } from '#domain/progress/course-progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

export type NextStep =
	| { kind: 'start'; moduleId: ModuleId; href: string }
	| { kind: 'continue'; moduleId: ModuleId; sectionId: string; href: string }
	/** Every section is opened; only the button of the last one is left to press. */
	| { kind: 'complete'; moduleId: ModuleId; href: string }
	| { kind: 'finished' }

type Progress = {
	entries: readonly ProgressEntry[]
	completed: ReadonlySet<ModuleId>
	states: readonly ModuleState[]
	/** Ids of the sections of a module that have content, in their order. */
	sectionsOf: (moduleId: ModuleId) => readonly string[]
}

/** Where a learner continues: the section opened last in the first module that is not completed. */
export function nextStep({ entries, completed, states, sectionsOf }: Progress): NextStep {
	const moduleId = nextModule(completed)
	if (moduleId === null) return { kind: 'finished' }
	const page = paths.courseModule(moduleId)
	const hrefOf = (sectionId: string | null) => (sectionId === null ? page : `${page}?section=${sectionId}`)
	const state = states.find(({ id }) => id === moduleId)
	if (state && state.sections > 0 && state.opened === state.sections)
		return { kind: 'complete', moduleId, href: hrefOf(sectionsOf(moduleId).at(-1) ?? null) }
	const sectionId = lastOpenedSection(entries, moduleId, sectionsOf(moduleId))
	return sectionId === null ? { kind: 'start', moduleId, href: page } : { kind: 'continue', moduleId, sectionId, href: hrefOf(sectionId) }
}
