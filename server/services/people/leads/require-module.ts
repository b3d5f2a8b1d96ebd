import type { Content } from '#content/load-content.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/**
 * Requires that the course has the module.
 * @throws ServiceError `module_unknown` (422)
 */
export function requireModule(content: Content, moduleId: number): void {
	if (content.sectionsOf(moduleId).length === 0) throw new ServiceError('unprocessable', 'module_unknown', 'The course has no such module')
}
