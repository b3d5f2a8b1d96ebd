import { consolePaths } from '#contracts/console-paths.ts'
import { findListedModule, type ListedSection } from '#server/console/content/find-listed.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { moduleFile, parseOutlineCommand, readOutlineFile } from './changes.ts'
import { readRemoval } from './remove-part.ts'

/** Reads what the editor of a lesson can do in its module: duplicate the lesson, or remove it after a confirmation (`?remove=1`). */
export async function readLessonActions(request: ConsoleRequest, section: ListedSection | null) {
	const course = section && (await findListedModule(request, section.moduleId))
	if (!section || !course) return null
	const { ctx, url } = request
	const target = `lesson ${section.moduleId} ${section.id}`
	const { base } = await readOutlineFile(ctx.db, moduleFile(section.moduleId))
	const isAsked = url.searchParams.get('remove') !== null
	return {
		action: consolePaths.course,
		duplicate: `duplicate-${target}`,
		/** ID of the module's version that the page shows. */
		hidden: { course: course.path, [`base-${section.moduleId}`]: base },
		removal: isAsked ? { target, course: course.path, ...(await readRemoval(ctx, course.path, parseOutlineCommand(target))) } : null,
	}
}
