import { readModuleId, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { ProgressEntry } from './progress-entry.ts'

/** Includes modules of earlier editions. */
export function completedModules(entries: readonly ProgressEntry[]): Set<ModuleId> {
	const completed = new Set<ModuleId>()
	for (const { kind, key, done } of entries) {
		const moduleId = kind === 'module' && done ? readModuleId(key) : null
		if (moduleId) completed.add(moduleId)
	}
	return completed
}

/** Null if all are completed. */
export function nextModule(course: readonly { readonly id: ModuleId }[], completed: ReadonlySet<ModuleId>): ModuleId | null {
	return course.find(({ id }) => !completed.has(id))?.id ?? null
}

/** Null if none was opened. Unlisted sections are ignored. */
export function lastOpenedSection(entries: readonly ProgressEntry[], moduleId: ModuleId, sectionIds: readonly string[]): string | null {
	const prefix = `${moduleId}/`
	const visits = entries.filter(({ kind, key }) => kind === 'section' && sectionIds.some((id) => key === prefix + id))
	const [last] = visits.toSorted((a, b) => b.changedAt - a.changedAt)
	return last ? last.key.slice(prefix.length) : null
}
