import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { nextStep } from '#app/features/dashboard/next-step.ts'
import { useHydrated } from '#app/features/progress/use-hydrated.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import { useSession } from '#app/features/session/use-session.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { taughtModule } from '#app/shell/section-files.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { outlineCourse } from '#content/course-outline.server.ts'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { courseProgress } from '#domain/progress/course-progress.ts'

import type { Route } from './+types/continue.ts'

export const loader = () => ({
	modules: outlineCourse(taughtModule).map(({ id, sections }) => ({
		id,
		sections: sections.map(({ id: sectionId, lessonId }) => ({ id: sectionId, lessonId, minutes: 0 })),
	})),
})

export const meta = () =>
	pageMeta({ title: 'Continue learning', description: 'Takes you to your next section.', path: paths.continueLearning, noIndex: true })

/** Leads a learner to the next section, once browser and account agree where that is. */
export default function ContinueRoute({ loaderData: { modules } }: Route.ComponentProps) {
	useProgressSync()
	const navigate = useNavigate()
	const session = useSession()
	const progress = useProgress()
	const sync = useSyncState()
	const isReady = useHydrated() && (session.status === 'signed-out' || sync === 'synced' || sync === 'waiting')
	useEffect(() => {
		if (!isReady) return
		const states = courseProgress(modules, progress)
		const sectionsOf = (moduleId: ModuleId) => modules.find(({ id }) => id === moduleId)?.sections.map(({ id }) => id) ?? []
		const step = nextStep({ ...progress, states, sectionsOf })
		void navigate(step.kind === 'finished' ? paths.modules : step.href, { replace: true })
	}, [isReady, modules, progress, navigate])
	return (
		<div className="page grid min-h-[60vh] content-start justify-items-start gap-6 pt-12 pb-20">
			<h1>Continue learning</h1>
			<p role="status">Finding where you left off…</p>
			<LinkButton variant="secondary" to={paths.modules}>
				See All Modules
			</LinkButton>
		</div>
	)
}
