import { content } from '#content/loaded.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'

const { findGatedModule } = content

/** Requires that the course has the module. @throws ServiceError `module_unknown` (422) */
export function requireModule(moduleId: number): void {
	if (!findGatedModule(moduleId)) throw new ServiceError('unprocessable', 'module_unknown', 'The course has no such module')
}
