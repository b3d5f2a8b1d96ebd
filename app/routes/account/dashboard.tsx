import { Link } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { OwnCertificate } from '#app/features/certificate/own-certificate.tsx'
import { type LearnerCalendar, Dashboard } from '#app/features/dashboard/dashboard.tsx'
import { useExercises, exercisesSync } from '#app/features/exercises/use-exercises.ts'
import { PledgeCard } from '#app/features/pledge/pledge-card.tsx'
import { readQuizResult, useProgress } from '#app/features/progress/progress-store.ts'
import { useMayRead } from '#app/features/progress/use-may-read.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { DueNote } from '#app/features/recall/due-note.tsx'
import { recallSync } from '#app/features/recall/use-recall.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { useStoredUser } from '#app/lib/stored-user.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useSignOutOnArrival } from '#app/lib/use-sign-out.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { courseAccess, reviewLessons } from '#app/shell/review-lessons.server.ts'
import { useSite } from '#app/shell/site.ts'
import { COURSES_PATH, paths } from '#contracts/paths.ts'
import { weekAt } from '#domain/clock/week-date.ts'
import { mergeProgress } from '#domain/progress/merge-progress.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/dashboard.ts'

const namesById = (items: readonly { id: string; name: string }[]) => Object.fromEntries(items.map(({ id, name }) => [id, name]))

export const loader = fromContent((content) => ({
	access: courseAccess(content),
	lessons: reviewLessons(content).map(({ name }) => name),
	course: content.courseOutline(),
	titles: {
		...(!isHiddenPage(content.site, paths.hustlerQuiz) && {
			hustler: Object.fromEntries(Object.values(content.hustlerQuiz.profiles).map(({ type, title }) => [type, title])),
		}),
		trial: Object.fromEntries(Object.entries(content.freeTrial.quiz.results).map(([type, { title }]) => [type, title])),
		...(!isHiddenPage(content.site, paths.incomeSelector) && { 'income-selector': namesById(content.selector.types) }),
		...(!isHiddenPage(content.site, paths.careerPath) && {
			'career-path': namesById(content.careerPath.tracks.map(({ id, title }) => ({ id, name: title }))),
		}),
	},
}))

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Dashboard', description: 'Your progress through the course, your orders and your results.' })

const offsetMinutesAt = (atMs: number) => -new Date(atMs).getTimezoneOffset()

function readClock(): LearnerCalendar {
	const nowMs = Date.now()
	return { thisWeek: weekAt(nowMs, offsetMinutesAt(nowMs)), offsetMinutesAt }
}

/** Adds the stored result of the hustler quiz, which without an account isn't part of the progress record. */
function withRemembered(progress: ReturnType<typeof useProgress>) {
	const result = readQuizResult()
	return result ? { ...progress, entries: mergeProgress(progress.entries, [result]) } : progress
}

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const session = useSession()
	const { name, hasCourses } = useSite()
	const progress = useProgress()
	const sync = useSyncState()
	useAccountSync(exercisesSync, sync === 'synced' || sync === 'waiting')
	const { items: exercises } = useExercises()
	const hasUser = useStoredUser() !== null
	const isHydrated = useHydrated()
	const isLeaving = useSignOutOnArrival()
	useAccountSync(recallSync, sync === 'synced' || sync === 'waiting')
	const mayRead = useMayRead(loaderData.access)
	if (!isHydrated || isLeaving || session.status === 'unknown')
		return (
			<div className="page min-h-[60vh] pt-10" aria-busy="true">
				<h1>Your dashboard</h1>
				<p role="status">{isLeaving ? 'Signing you out…' : 'Loading your dashboard…'}</p>
				<noscript>
					<p>
						The dashboard shows what this browser and your account have stored, which needs JavaScript. You can read the module pages
						without it.
					</p>
				</noscript>
			</div>
		)
	const user = session.status === 'signed-in' ? session.user : null
	return (
		<QueryProvider>
			<Dashboard
				user={user}
				progress={withRemembered(progress)}
				exercises={exercises}
				hasUser={hasUser || user !== null}
				isWaiting={user !== null && sync === 'waiting'}
				isComing={user !== null && (sync === 'idle' || sync === 'syncing')}
				clock={readClock()}
				pledge={user && <PledgeCard userId={user.id} />}
				review={
					<>
						{hasCourses && (
							<p>
								<Link className="link" to={COURSES_PATH}>
									Your courses
								</Link>
							</p>
						)}
						<DueNote lessons={new Set(loaderData.lessons)} mayRead={mayRead} />
					</>
				}
				certificate={
					user && loaderData.course.modules.every(({ id }) => progress.completed.has(id)) ? (
						<OwnCertificate heading="h2" userId={user.id} isSynced={sync === 'synced'} here={paths.dashboard} organization={name} />
					) : null
				}
				{...loaderData}
			/>
		</QueryProvider>
	)
}
