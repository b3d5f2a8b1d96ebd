import { readSection } from '#content/lessons.server.ts'
import type { SectionTextResponse } from '#contracts/course.ts'
import { findModuleId, type ModuleId } from '#domain/gating/check-module-access.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireOpenModule } from './read-open-lesson.ts'
import { recordTextRead } from './record-text-read.ts'

export type SectionPlace = {
	moduleId: string
	sectionId: string
	/** As in LessonPlace. */
	claimed: readonly ModuleId[]
}

/**
 * The text of a section without a lesson, for callers who may read the module.
 * @throws ServiceError `section_not_found` (404) where nothing is written, or as requireOpenModule
 */
export async function readSectionText(ctx: ServiceContext, place: SectionPlace): Promise<SectionTextResponse> {
	const moduleId = findModuleId(place.moduleId)
	const text = moduleId && (await readSection(moduleId, place.sectionId))
	if (!moduleId || !text) throw new ServiceError('not-found', 'section_not_found', 'This section has no text')
	await requireOpenModule(ctx, moduleId, place.claimed)
	await recordTextRead(ctx, { moduleId, kind: 'section', textId: place.sectionId })
	return { moduleId, id: place.sectionId, bodyHtml: text.html }
}
