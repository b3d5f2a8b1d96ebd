import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useSignOut } from '#app/lib/use-sign-out.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { CertificateRule } from '#app/ui/certificate-rule.tsx'
import { paths } from '#contracts/paths.ts'
import type { FilledExercise } from '#domain/exercises/filled-exercise.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { nextModule } from '#domain/progress/completed-modules.ts'
import { type CourseOutline, measureCourseProgress, type ModuleOutline } from '#domain/progress/measure-course.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { studyWeeks, weekStreak } from '#domain/progress/week-streak.ts'

import { DownloadsPanel, OrdersPanel } from './bought-panels.tsx'
import { CourseMap } from './course-map.tsx'
import { NextAction } from './next-action.tsx'
import { findNextStep } from './next-step.ts'
import { checkResults, type QuizLine, type ResultTitles, listToolResults } from './quiz-results.ts'
import { StudyFigures } from './study-figures.tsx'

export function CertificatePanel({ left }: { /** Number of modules that are not completed. */ left: number }) {
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-3">
			<h2 id="certificate">Your certificate</h2>
			<CertificateRule />
			<p>
				{left > 0
					? `${left === 1 ? 'One module' : `${left} modules`} to go.`
					: 'You have reached the end of every module. Sign in to see what’s left for your certificate.'}
			</p>
		</section>
	)
}

type QuizPanelProps = { tools: readonly QuizLine[]; checks: readonly QuizLine[] }

function QuizPanel({ tools, checks }: QuizPanelProps) {
	return (
		<section aria-labelledby="quiz-results" className="grid content-start gap-3">
			<h2 id="quiz-results">Your quiz results</h2>
			<Lines lines={tools} empty="Not taken yet" />
			<h3 className="mt-3">Knowledge checks</h3>
			{checks.length > 0 ? (
				<Lines lines={checks} empty="" />
			) : (
				<p>Each lesson has a short knowledge check in its last tab. You haven’t taken one yet.</p>
			)}
		</section>
	)
}

function Lines({ lines, empty }: { lines: readonly QuizLine[]; empty: string }) {
	return (
		<ul className="border-t border-line-strong">
			{lines.map(({ name, result, href }) => (
				<li key={href} className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line-strong py-2">
					<Link className="link" to={href}>
						{name}
					</Link>
					<span className={result ? 'font-semibold' : 'text-soft'}>{result ?? empty}</span>
				</li>
			))}
		</ul>
	)
}

type DashboardProps = {
	user: { id: string; name: string | null; email: string } | null
	progress: { entries: readonly ProgressEntry[]; completed: ReadonlySet<ModuleId> }
	exercises: readonly FilledExercise[]
	/** True if some progress isn't saved in the account yet. */
	isWaiting: boolean
	isComing: boolean
	/** True if someone signed up in this browser, even without a session. */
	hasUser: boolean
	course: CourseOutline<Named>
	titles: ResultTitles
	clock: LearnerCalendar
	pledge: ReactNode
	review: ReactNode
	/** Certificate section; null while modules remain, and when signed out. */
	certificate: ReactNode
}

type Named = ModuleOutline & { title: string; sections: readonly (ModuleOutline['sections'][number] & { title: string })[] }

/** The learner's local calendar: Monday of the current week, and the UTC offset at a given time, in minutes. */
export type LearnerCalendar = { thisWeek: string; offsetMinutesAt: (atMs: number) => number }

/** The learner's dashboard. Without an account, it shows this browser's progress. */
export function Dashboard({ user, progress, hasUser, isWaiting, isComing, ...words }: DashboardProps) {
	const firstName = user?.name?.trim().split(/\s+/)[0]
	const hasProgress = progress.entries.length > 0 || progress.completed.size > 0
	const isLoading = isComing && progress.entries.length === 0
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<div className="grid gap-4">
				<h1>{user ? `${hasProgress ? 'Welcome back' : 'Welcome'}${firstName ? `, ${firstName}` : ''}` : 'Your dashboard'}</h1>
				{user ? <AccountLine email={user.email} /> : <SignInHint hasProgress={hasProgress} />}
				{isWaiting && (
					<Callout role="status" title="Not saved to your account yet">
						<p>Your latest progress is safe in this browser. We’ll save it to your account as soon as we can reach the server.</p>
					</Callout>
				)}
				{words.review}
			</div>
			{isLoading ? (
				// Full screen height, so that the content below doesn't shift when the progress arrives.
				<p role="status" className="min-h-dvh">
					Loading your progress from your account…
				</p>
			) : (
				(hasUser || hasProgress) && <Study progress={progress} isComing={isComing} {...words} />
			)}
			{words.pledge}
			{user && <OrdersPanel userId={user.id} />}
			{user && <DownloadsPanel userId={user.id} />}
			{!isLoading && (hasUser || hasProgress) && (
				<div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">
					<QuizPanel
						tools={listToolResults(progress.entries, words.titles)}
						checks={checkResults(progress.entries, words.course.modules)}
					/>
					{words.certificate ?? <CertificatePanel left={words.course.modules.filter(({ id }) => !progress.completed.has(id)).length} />}
				</div>
			)}
		</div>
	)
}

type StudyProps = Pick<DashboardProps, 'progress' | 'exercises' | 'course' | 'clock' | 'isComing'>

function Study({ progress, exercises, course, clock, isComing }: StudyProps) {
	const { entries, completed } = progress
	const measure = measureCourseProgress(course, { entries, exercises })
	return (
		<>
			<NextAction step={findNextStep({ ...progress, modules: measure.modules })} modules={course.modules} isComing={isComing} />
			<CourseMap modules={course.modules} measure={measure} completed={completed} next={nextModule(course.modules, completed)} />
			<StudyFigures streak={weekStreak(studyWeeks(entries, clock.offsetMinutesAt), clock.thisWeek)} minutesLeft={measure.minutesLeft} />
			<p>
				<Link className="link" to={paths.notes}>
					Your notes
				</Link>
			</p>
		</>
	)
}

function SignInHint({ hasProgress }: { hasProgress: boolean }) {
	return (
		<Callout title="You’re not signed in">
			<p className="max-w-read">
				{hasProgress
					? 'Below is what this browser remembers. Sign in to save it to your account and see your orders.'
					: 'Sign in to see your progress, your orders and what you unlocked.'}
			</p>
			<div className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
				<LinkButton to={`${paths.login}?next=${encodeURIComponent(paths.dashboard)}`}>Sign In</LinkButton>
				<LinkButton to={paths.signup} variant="secondary">
					Start Free Today
				</LinkButton>
			</div>
		</Callout>
	)
}

/** Shows the email and a Sign Out button. Signing out keeps this browser's data, except for modules saved for offline use. */
function AccountLine({ email }: { email: string }) {
	const { isLeaving, leave } = useSignOut()
	return (
		<div className="flex flex-wrap items-center gap-x-4">
			<p className="min-w-0 text-soft">Signed in as {email}</p>
			<Button variant="quiet" pending={isLeaving} onClick={() => void leave()}>
				Sign Out
			</Button>
		</div>
	)
}
