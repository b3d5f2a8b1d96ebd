import { Dashboard } from '#app/features/dashboard/dashboard.tsx'
import { useHydrated } from '#app/features/progress/use-hydrated.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import { useSession } from '#app/features/session/use-session.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { course, modulePage, hustlerQuiz } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/dashboard.ts'

export const loader = () => ({
	modules: course.modules.map(({ id, title }) => ({
		id,
		title,
		sections: modulePage(id).sections.map((section) => ({ id: section.id, title: section.title })),
	})),
	quizTitles: Object.fromEntries(Object.values(hustlerQuiz.profiles).map(({ type, title }) => [type, title])),
})

export const meta = () =>
	pageMeta({
		title: 'Dashboard',
		description: 'Your way through the course, your orders and your results.',
		path: paths.dashboard,
		noIndex: true,
	})

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const session = useSession()
	const progress = useProgress()
	const sync = useSyncState()
	if (!useHydrated() || session.status === 'unknown')
		return (
			<div className="page min-h-[60vh] pt-10" aria-busy="true">
				<h1>Your dashboard</h1>
				<p role="status">Loading your dashboard…</p>
				<noscript>
					<p>
						The dashboard reads what this browser and your account hold; that needs JavaScript. The module pages can be read without it.
					</p>
				</noscript>
			</div>
		)
	const user = session.status === 'signed-in' ? session.user : null
	return (
		<QueryProvider>
			<Dashboard user={user} progress={progress} isWaiting={user !== null && sync === 'waiting'} {...loaderData} />
		</QueryProvider>
	)
}
