import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { lastOpenedSection, nextModule } from '#domain/progress/completed-modules.ts'
import { type MissingPiece, missingPieces, type ModuleMeasure, nearestMissing } from '#domain/progress/measure-course.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

export type NextStep =
	| { kind: 'start'; moduleId: ModuleId; href: string }
	| { kind: 'continue'; moduleId: ModuleId; sectionId: string; href: string }
	/** All sections were opened, but the button on the last page wasn't clicked. */
	| { kind: 'complete'; moduleId: ModuleId; href: string }
	| { kind: 'catch-up'; moduleId: ModuleId; missing: MissingPiece; /** Number of unfinished parts in that module. */ left: number }
	| { kind: 'finished' }

type Progress = { entries: readonly ProgressEntry[]; completed: ReadonlySet<ModuleId>; modules: readonly ModuleMeasure[] }

/** Returns the next step, from the first incomplete module. If all are complete, it is one of the parts that were skipped. */
export function findNextStep({ entries, completed, modules }: Progress): NextStep {
	const moduleId = nextModule(modules, completed)
	if (moduleId === null) return catchUp(modules)
	const page = paths.courseModule(moduleId)
	const hrefOf = (sectionId: string | null) => (sectionId === null ? page : `${page}?section=${sectionId}`)
	const module = modules.find(({ id }) => id === moduleId)
	const sectionIds = module?.sections.map(({ id }) => id) ?? []
	if (module && module.opened.of > 0 && module.opened.done === module.opened.of)
		return { kind: 'complete', moduleId, href: hrefOf(sectionIds.at(-1) ?? null) }
	const sectionId = lastOpenedSection(entries, moduleId, sectionIds)
	return sectionId === null ? { kind: 'start', moduleId, href: page } : { kind: 'continue', moduleId, sectionId, href: hrefOf(sectionId) }
}

function catchUp(modules: readonly ModuleMeasure[]): NextStep {
	for (const module of modules) {
		const missing = nearestMissing(module, null)
		if (missing) return { kind: 'catch-up', moduleId: module.id, missing, left: missingPieces(module).length }
	}
	return { kind: 'finished' }
}
