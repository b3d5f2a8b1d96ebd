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

/** Returns the picked project from the record; without one, from its separate key; null if none is picked. */
export function readSelectedProject(entries: readonly ProgressEntry[]): string | null {
	const project = findChoice(entries)?.detail?.project
	return typeof project === 'string' ? project : word.read()
}

/** Returns the project under the separate key if the record has none, because an older version or another page stored it. */
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
