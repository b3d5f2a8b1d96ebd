import { fromContent } from '#app/content.server.ts'
import { useProgress } from '#app/features/progress/progress-store.ts'
import { useMayRead } from '#app/features/progress/use-may-read.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { ReviewPage } from '#app/features/recall/review-page.tsx'
import { recallSync } from '#app/features/recall/use-recall.ts'
import { useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { courseAccess, reviewLessons } from '#app/shell/review-lessons.server.ts'

import type { Route } from './+types/review.ts'

export const loader = fromContent((content) => ({
	access: courseAccess(content),
	lessons: reviewLessons(content),
	modules: content.allGatedModules.map(({ id }) => ({ id, title: content.nameModule(id) })),
}))

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Review', description: 'Questions from your lessons that are due today, and what you remember.' })

export default function ReviewRoute({ loaderData: { access, lessons, modules } }: Route.ComponentProps) {
	useProgressSync()
	const progress = useSyncState()
	const isProgressKnown = progress === 'synced' || progress === 'waiting'
	const sync = useAccountSync(recallSync, isProgressKnown)
	const session = useSession()
	const { completed } = useProgress()
	const mayRead = useMayRead(access)
	const isHydrated = useHydrated()
	const isKnown = session.status === 'signed-out' || (isProgressKnown && sync !== 'idle' && sync !== 'syncing')
	return (
		<div className="page grid min-h-[60vh] content-start justify-items-start gap-6 pt-12 pb-20">
			<h1>Review</h1>
			{isHydrated ? (
				<ReviewPage lessons={lessons} modules={modules} mayRead={mayRead} completed={completed} sync={sync} isKnown={isKnown} />
			) : (
				<p role="status">Loading your review…</p>
			)}
			<noscript>
				<p>
					The review shows what this browser and your account remember, which needs JavaScript. In lessons, you can reveal each answer
					without it.
				</p>
			</noscript>
		</div>
	)
}
