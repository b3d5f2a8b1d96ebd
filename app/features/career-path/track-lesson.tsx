import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import type { CareerTrack } from '#content/schema/career-path.ts'

export type TrackLessonPlace = {
	track: CareerTrack
	index: number
	overviewPath: string
	trackPath: string
	lessonPath: (lessonId: string) => string
}

export function TrackLesson({ place, children }: { place: TrackLessonPlace; children: ReactNode }) {
	const { track, index, overviewPath, trackPath } = place
	const lesson = track.lessons[index]
	return (
		<div className="page py-10 lg:py-16">
			<nav aria-label="Breadcrumb" className="screen-only">
				<ol className="flex flex-wrap gap-x-3">
					<li className="flex gap-3">
						<Link to={overviewPath} className="link">
							Career Paths
						</Link>
						<span aria-hidden="true">/</span>
					</li>
					<li>
						<Link to={trackPath} className="link">
							{track.title}
						</Link>
					</li>
				</ol>
			</nav>
			<p className="mt-6 font-semibold text-accent-ink">
				Lesson {index + 1} of {track.lessons.length}
			</p>
			<h1>{lesson?.title}</h1>
			<p className="mt-3 mb-8 max-w-read text-lg">{lesson?.description}</p>
			<section aria-labelledby="section-title" className="min-w-0">
				<h2 id="section-title" className="sr-only">
					{lesson?.title}: the lesson
				</h2>
				{children}
			</section>
			<LessonSteps {...place} />
		</div>
	)
}

function LessonSteps({ track, index, trackPath, lessonPath }: TrackLessonPlace) {
	const before = track.lessons[index - 1]
	const after = track.lessons[index + 1]
	return (
		<nav aria-label="Lessons of this track" className="screen-only mt-12 flex flex-wrap justify-between gap-4 border-t-2 border-ink pt-6">
			<LinkButton to={before ? lessonPath(before.id) : trackPath} variant="secondary">
				{before ? `Previous: ${before.title}` : 'Back to the Track'}
			</LinkButton>
			<LinkButton to={after ? lessonPath(after.id) : trackPath}>{after ? `Next: ${after.title}` : 'Back to the Track'}</LinkButton>
		</nav>
	)
}

/** Asks visitors without an account to sign up, instead of showing the lesson. */
export function SignUpFirst({ signUpPath, signInPath }: { signUpPath: string; signInPath: string }) {
	return (
		<Callout title="Sign up to read this lesson">
			<p>It takes your name and email. If you have an account, sign in.</p>
			<div className="mt-3 flex flex-wrap gap-4">
				<LinkButton to={signUpPath}>Sign Up</LinkButton>
				<LinkButton to={signInPath} variant="secondary">
					Sign In
				</LinkButton>
			</div>
		</Callout>
	)
}
