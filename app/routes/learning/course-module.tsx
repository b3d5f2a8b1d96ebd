import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { fromContent, orNotFound } from '#app/content.server.ts'
import { useModuleGate } from '#app/features/progress/use-module-gate.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import sheet from '#app/styles/lesson-blocks.css?url'
import type { TaughtCourse } from '#content/derive-further-courses.ts'
import { coursePath } from '#contracts/paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'

import type { Route } from './+types/course-module.ts'
import { ModulePage } from './module-page.tsx'

/** Returns a module's place in a further course; empty for the main course, whose pages don't mention courses. */
function placeIn({ id, modules }: TaughtCourse, moduleId: number) {
	if (id === MAIN_COURSE_ID) return {}
	const index = modules.findIndex((module) => module.id === moduleId)
	return { course: { id, path: coursePath(id), number: index + 1, isLast: index === modules.length - 1 } }
}

export const loader = fromContent((content, { params }) => {
	const { gatedModule, accessPolicy, courses, course, outlineOf, downloadById, taughtModule } = content
	const words = orNotFound(courses.flatMap((each) => each.modules).find(({ id }) => `module${id}` === params.moduleSlug))
	const taught = content.courseOf(words.id)
	const module = taughtModule(words.id)
	const { modules, passPercent } = outlineOf(taught)
	const outline = modules.find(({ id }) => id === words.id)
	if (!outline) throw new Error(`The outline of the course has no module ${words.id}`)
	const isLast = words.id === modules.at(-1)?.id
	return {
		words,
		gates: {
			module: gatedModule(words.id),
			gate: words.gate,
			notSignedUpRedirect: taught.id === MAIN_COURSE_ID ? course.notSignedUpRedirect : coursePath(taught.id),
			notEnrolled: taught.notEnrolled,
			policy: accessPolicy,
		},
		page: {
			...placeIn(taught, words.id),
			module,
			outline,
			// The last module's completion screen concerns the whole course, so it needs the other modules, too.
			earlierModules: isLast ? modules.filter(({ id }) => id !== words.id) : [],
			passPercent,
			downloads: module.downloadIds.map(downloadById),
			overview: module.overviewDownload && downloadById(module.overviewDownload.downloadId),
		},
	}
})

/** Sections are part of the URL; switching them doesn't need new loader data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export const links = () => [{ rel: 'stylesheet', href: sheet }]

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	// Not listed in search engines, because it redirects visitors who are signed out.
	pageMeta(matches, { title: loaderData?.words.pageTitle ?? '', description: loaderData?.words.description ?? '' })

export default function CourseModuleRoute({ loaderData: { words, page, gates } }: Route.ComponentProps) {
	useProgressSync()
	const gate = useModuleGate(gates)
	// `closed`: access was refused, and the gate is redirecting.
	if (gate === 'closed') return <div className="page min-h-[60vh]" />
	return <ModulePage key={words.id} words={words} {...page} isOpen={gate === 'open'} />
}
