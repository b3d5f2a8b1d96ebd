import { findModuleId, MODULE_IDS, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { ProgressEntry } from './progress-entry.ts'

/** The modules a record of progress holds as completed. */
export function completedModules(entries: readonly ProgressEntry[]): Set<ModuleId> {
	const completed = new Set<ModuleId>()
	for (const { kind, key, done } of entries) {
		const moduleId = kind === 'module' && done ? findModuleId(key) : null
		if (moduleId) completed.add(moduleId)
	}
	return completed
}

/** The first module that is not completed, or null when all six are. */
export function nextModule(completed: ReadonlySet<ModuleId>): ModuleId | null {
	return MODULE_IDS.find((id) => !completed.has(id)) ?? null
}

/** The section of a module that was opened last, or null when none was. Sections that are not listed do not count. */
export function lastOpenedSection(entries: readonly ProgressEntry[], moduleId: ModuleId, sectionIds: readonly string[]): string | null {
	const prefix = `${moduleId}/`
	const visits = entries.filter(({ kind, key }) => kind === 'section' && sectionIds.some((id) => key === prefix + id))
	const [last] = visits.toSorted((a, b) => b.changedAt - a.changedAt)
	return last ? last.key.slice(prefix.length) : null
}
