import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { nextStep } from '#app/features/dashboard/next-step.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useSession } from '#app/lib/use-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'
import { measureCourse } from '#domain/progress/measure-course.ts'

import type { Route } from './+types/continue.ts'

/** Names alone: where to go on is a question of what was opened. */
export const loader = fromContent(({ courseOutline }) => {
	const { modules, passPercent } = courseOutline()
	return {
		passPercent,
		modules: modules.map(({ id, sections }) => ({
			id,
			sections: sections.map((section) => ({ id: section.id, lessonId: section.lessonId, milestoneId: null, exercises: [], minutes: 0 })),
		})),
	}
})

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: 'Continue learning',
		description: 'Takes you to your next section.',
		path: paths.continueLearning,
		noIndex: true,
	})

/** Leads a learner to the next section, once browser and account agree where that is. */
export default function ContinueRoute({ loaderData: course }: Route.ComponentProps) {
	useProgressSync()
	const navigate = useNavigate()
	const session = useSession()
	const progress = useProgress()
	const sync = useSyncState()
	const isReady = useHydrated() && (session.status === 'signed-out' || sync === 'synced' || sync === 'waiting')
	useEffect(() => {
		if (!isReady) return
		const { entries, completed } = progress
		const step = nextStep({ entries, completed, modules: measureCourse(course, { entries, exercises: [] }).modules })
		void navigate('href' in step ? step.href : paths.modules, { replace: true })
	}, [isReady, course, progress, navigate])
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
