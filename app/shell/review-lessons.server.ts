import type { CourseAccess } from '#app/features/progress/use-may-read.ts'
import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

type ReviewLesson = { name: string; title: string; href: string }

const ofModule = ({ taughtModule }: Content, moduleId: number): ReviewLesson[] =>
	taughtModule(moduleId).sections.flatMap(({ id, title, lessonId }) =>
		lessonId === null ? [] : [{ name: `${moduleId}/${lessonId}`, title, href: `${paths.courseModule(moduleId)}?section=${id}` }],
	)

/** Returns all lessons that can have recall questions, named by module and lesson as in stored recall answers. */
export const reviewLessons = (content: Content): ReviewLesson[] =>
	[
		...content.allModulePages.flatMap(({ id }) => ofModule(content, id)),
		...content.trackLessons.map(({ moduleId, trackId, id, title }) => ({
			name: `${moduleId}/${id}`,
			title,
			href: paths.careerLesson(trackId, id),
		})),
	].filter(({ href }) => !isHiddenPage(content.site, href))

export const courseAccess = ({ accessPolicy, allGatedModules }: Content): CourseAccess => ({
	policy: accessPolicy,
	homes: allGatedModules,
})
