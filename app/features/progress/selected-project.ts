import { storedId } from '#app/lib/browser-storage.ts'
import { projectModule } from '#app/lib/course-order.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { progressKey, type ProgressEntry } from '#domain/progress/progress-entry.ts'

import type { ProgressFact } from './progress-store.ts'

const word = storedId(storageKeys.selectedProject)

function findChoice(entries: readonly ProgressEntry[]): ProgressEntry | undefined {
	const moduleId = projectModule()
	return moduleId === null ? undefined : entries.find(({ kind, key }) => kind === 'project' && key === progressKey.project(moduleId))
}

export const projectFact = (moduleId: number, projectId: string): ProgressFact => ({
	kind: 'project',
	key: progressKey.project(moduleId),
	done: true,
	detail: { project: projectId },
})

/** Returns the picked project from the progress record, otherwise the one stored under its own key; null if none is picked. */
export function readSelectedProject(entries: readonly ProgressEntry[]): string | null {
	const project = findChoice(entries)?.detail?.project
	return typeof project === 'string' ? project : word.read()
}

/** Returns the project that an older version or another page stored under its own key, if the progress record has none yet. */
export function unrecordedProject(entries: readonly ProgressEntry[]): ProgressFact | null {
	const project = findChoice(entries) ? null : word.read()
	const moduleId = projectModule()
	return project === null || moduleId === null ? null : projectFact(moduleId, project)
}

export function writeSelectedProject(entries: readonly ProgressEntry[]): void {
	const project = findChoice(entries)?.detail?.project
	if (typeof project === 'string' && word.read() !== project) word.write(project)
}

export const clearSelectedProject = (): void => word.clear()
