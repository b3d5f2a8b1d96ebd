import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { findNextStep } from '#app/features/dashboard/next-step.ts'
import { useProgress } from '#app/features/progress/progress-store.ts'
import { useEntitlement } from '#app/features/progress/use-entitlement.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { coursePath, paths } from '#contracts/paths.ts'
import { MAIN_COURSE } from '#domain/gating/course-contents.ts'
import { type CourseOutline, measureCourseProgress } from '#domain/progress/measure-course.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import type { Route } from './+types/continue.ts'

/** Keeps only a course's IDs, because finding the next section needs no texts. */
const namesOf = ({ modules, passPercent }: CourseOutline) => ({
	passPercent,
	modules: modules.map(({ id, sections }) => ({
		id,
		sections: sections.map((section) => ({ id: section.id, lessonId: section.lessonId, milestoneId: null, exercises: [], minutes: 0 })),
	})),
})

export const loader = fromContent(({ furtherCourses: further, courseOutline, outlineOf }) => ({
	...namesOf(courseOutline()),
	...(further.length > 0 && {
		further: further.map((course) => ({ id: course.id, gated: course.gatedModules, ...namesOf(outlineOf(course)) })),
	}),
}))

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Continue learning', description: 'Takes you to your next section.' })

/** Returns the number of the module the learner worked on last, or null. */
function lastStudied(entries: readonly ProgressEntry[]): number | null {
	const inModules = entries.filter(({ key }) => /^\d+(?:\/|$)/.test(key))
	const [last] = inModules.toSorted((a, b) => b.changedAt - a.changedAt)
	return last ? Number.parseInt(last.key, 10) : null
}

/** Redirects to the next section, as soon as the account's progress is loaded or loading has failed. */
export default function ContinueRoute({ loaderData: course }: Route.ComponentProps) {
	useProgressSync()
	const navigate = useNavigate()
	const session = useSession()
	const progress = useProgress()
	const sync = useSyncState()
	const entitlementOf = useEntitlement(useUserId(), course.further !== undefined)
	const isAsking = course.further !== undefined && entitlementOf(MAIN_COURSE) === 'asking'
	// A learner who owns only another course starts with that one.
	const onlyOwned =
		entitlementOf(MAIN_COURSE) === 'missing'
			? course.further?.find(({ gated }) => gated.some((module) => entitlementOf(module) === 'held'))
			: undefined
	const isReady = useHydrated() && !isAsking && (session.status === 'signed-out' || sync === 'synced' || sync === 'waiting')
	useEffect(() => {
		if (!isReady) return
		const { entries, completed } = progress
		const other = course.further?.find(({ modules }) => modules.some(({ id }) => id === lastStudied(entries))) ?? onlyOwned
		const step = findNextStep({ entries, completed, modules: measureCourseProgress(other ?? course, { entries, exercises: [] }).modules })
		void navigate('href' in step ? step.href : other ? coursePath(other.id) : paths.modules, { replace: true })
	}, [isReady, course, progress, onlyOwned, navigate])
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
