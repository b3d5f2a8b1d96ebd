import { data, type ShouldRevalidateFunctionArgs } from 'react-router'

import { ModuleAnnouncement } from '#app/features/module/module-announcement.tsx'
import { useModuleGate } from '#app/features/progress/use-module-gate.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { course, downloadById, findModulePage, moduleOne } from '#content/public.server.ts'

import type { Route } from './+types/course-module.ts'
import { ModulePage } from './module-page.tsx'

export function loader({ params }: Route.LoaderArgs) {
	const words = course.modules.find(({ id }) => `module${id}` === params.moduleSlug)
	// oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer 404
	if (!words) throw data(null, { status: 404 })
	const module = findModulePage(words.id)
	const page = module && {
		module,
		downloads: module.downloadIds.map(downloadById),
		overview: downloadById(module.overviewDownload.downloadId),
	}
	return { words, page, comingSoon: moduleOne.comingSoon, notSignedUpRedirect: course.notSignedUpRedirect }
}

/** Sections are part of the address; moving between them needs nothing new from the loader. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export const meta = ({ loaderData, location }: Route.MetaArgs) =>
	pageMeta({ title: loaderData?.words.pageTitle ?? '', description: loaderData?.words.description ?? '', path: location.pathname })

export default function CourseModuleRoute({ loaderData: { words, page, comingSoon, notSignedUpRedirect } }: Route.ComponentProps) {
	useProgressSync()
	const gate = useModuleGate({ moduleId: words.id, gate: words.gate, notSignedUpRedirect })
	// Closed: the gate is already leading the visitor away.
	if (gate === 'closed') return <div className="page min-h-[60vh]" />
	if (!page) return <ModuleAnnouncement module={words} comingSoon={comingSoon} />
	return (
		<QueryProvider>
			<ModulePage key={words.id} words={words} {...page} isOpen={gate === 'open'} />
		</QueryProvider>
	)
}
