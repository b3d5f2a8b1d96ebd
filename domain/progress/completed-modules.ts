import { readModuleId, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { ProgressEntry } from './progress-entry.ts'

/** Returns all completed modules, even those that the course no longer has. */
export function completedModules(entries: readonly ProgressEntry[]): Set<ModuleId> {
	const completed = new Set<ModuleId>()
	for (const { kind, key, done } of entries) {
		const moduleId = kind === 'module' && done ? readModuleId(key) : null
		if (moduleId) completed.add(moduleId)
	}
	return completed
}

export function nextModule(course: readonly { readonly id: ModuleId }[], completed: ReadonlySet<ModuleId>): ModuleId | null {
	return course.find(({ id }) => !completed.has(id))?.id ?? null
}

/** Returns the section opened last; null if none was opened. Ignores sections that aren't in `sectionIds`. */
export function lastOpenedSection(entries: readonly ProgressEntry[], moduleId: ModuleId, sectionIds: readonly string[]): string | null {
	const prefix = `${moduleId}/`
	const visits = entries.filter(({ kind, key }) => kind === 'section' && sectionIds.some((id) => key === prefix + id))
	const [last] = visits.toSorted((a, b) => b.changedAt - a.changedAt)
	return last ? last.key.slice(prefix.length) : null
}
