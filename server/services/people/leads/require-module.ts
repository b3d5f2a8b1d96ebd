import { findGatedModule } from '#content/course-order.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** Requires that the course has the module. @throws ServiceError `module_unknown` (422) */
export function requireModule(moduleId: number): void {
	if (!findGatedModule(moduleId)) throw new ServiceError('unprocessable', 'module_unknown', 'The course has no such module')
}
