import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { lastOpenedSection, nextModule } from '#domain/progress/completed-modules.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

export type NextStep =
	| { kind: 'start'; moduleId: ModuleId; href: string }
	| { kind: 'continue'; moduleId: ModuleId; sectionId: string; href: string }
	| { kind: 'finished' }

type Progress = { entries: readonly ProgressEntry[]; completed: ReadonlySet<ModuleId> }

/** Where a learner goes on: the section opened last in the first module that is not completed (DECISIONS, Funnel: /dashboard). */
export function nextStep({ entries, completed }: Progress): NextStep {
	const moduleId = nextModule(completed)
	if (moduleId === null) return { kind: 'finished' }
	const sectionId = lastOpenedSection(entries, moduleId)
	const page = paths.courseModule(moduleId)
	return sectionId === null
		? { kind: 'start', moduleId, href: page }
		: { kind: 'continue', moduleId, sectionId, href: `${page}?section=${sectionId}` }
}
