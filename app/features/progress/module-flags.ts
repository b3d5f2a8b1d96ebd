import { storedWord } from '#app/lib/browser-storage.ts'
import { courseOrder } from '#app/lib/course-order.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** The completion flags hold the bare string `true`; anything else counts as not set. */
const flag = (key: string) => storedWord(key, ['true'])
const moduleFlag = (moduleId: ModuleId) => flag(storageKeys.moduleCompleted(moduleId))

/** Modules whose flag is set in this browser, no matter by which learner. */
export const readModuleFlags = (): ModuleId[] => courseOrder().filter((moduleId) => moduleFlag(moduleId).read() === 'true')

/** Writes the flags that are missing; the last module also completes the course. */
export function writeModuleFlags(completed: ReadonlySet<ModuleId>): void {
	for (const moduleId of completed) if (moduleFlag(moduleId).read() === null) moduleFlag(moduleId).write('true')
	const course = flag(storageKeys.courseCompleted)
	if (completed.has(courseOrder().at(-1) ?? 0) && course.read() === null) course.write('true')
}

/** Removes the flags when another learner takes over the browser; their own come back with their record. */
export function clearModuleFlags(): void {
	for (const moduleId of courseOrder()) moduleFlag(moduleId).clear()
	flag(storageKeys.courseCompleted).clear()
}
