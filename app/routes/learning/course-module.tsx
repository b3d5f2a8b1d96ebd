import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { fromContent, requireFound } from '#app/content.server.ts'
import { useModuleGate } from '#app/features/progress/use-module-gate.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import sheet from '#app/styles/lesson.css?url'

import type { Route } from './+types/course-module.ts'
import { ModulePage } from './module-page.tsx'

export const loader = fromContent(({ gatedModule, accessPolicy, course, courseOutline, downloadById, taughtModule }, { params }) => {
	const words = requireFound(course.modules.find(({ id }) => `module${id}` === params.moduleSlug))
	const module = taughtModule(words.id)
	const { modules, passPercent } = courseOutline()
	const asked = modules.find(({ id }) => id === words.id)
	if (!asked) throw new Error(`The outline of the course has no module ${words.id}`)
	const isLast = words.id === modules.at(-1)?.id
	return {
		words,
		gates: {
			module: gatedModule(words.id),
			gate: words.gate,
			notSignedUpRedirect: course.notSignedUpRedirect,
			notEnrolled: course.notEnrolled,
			policy: accessPolicy,
		},
		page: {
			module,
			asked,
			// The last module congratulates on the whole course, so its page measures the others too.
			askedBefore: isLast ? modules.filter(({ id }) => id !== words.id) : [],
			passPercent,
			downloads: module.downloadIds.map(downloadById),
			overview: module.overviewDownload && downloadById(module.overviewDownload.downloadId),
		},
	}
})

/** Sections are part of the URL; moving between them needs nothing new from the loader. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export const links = () => [{ rel: 'stylesheet', href: sheet }]

export const meta = ({ loaderData, location, matches }: PageMetaArgs<Route.MetaArgs>) =>
	// Without a learner the gate redirects, so a search engine would list a URL that nobody can open.
	pageMeta(matches, {
		title: loaderData?.words.pageTitle ?? '',
		description: loaderData?.words.description ?? '',
		path: location.pathname,
		noIndex: true,
	})

export default function CourseModuleRoute({ loaderData: { words, page, gates } }: Route.ComponentProps) {
	useProgressSync()
	const gate = useModuleGate(gates)
	// Closed: the gate is already redirecting the visitor.
	if (gate === 'closed') return <div className="page min-h-[60vh]" />
	return <ModulePage key={words.id} words={words} {...page} isOpen={gate === 'open'} />
}
