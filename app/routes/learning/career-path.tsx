import { useCallback, useEffect } from 'react'

import { fromContent } from '#app/content.server.ts'
import { CareerQuiz } from '#app/features/career-path/career-quiz.tsx'
import { Curriculum, TrackFacts, TrackList } from '#app/features/career-path/track-facts.tsx'
import { storedCareerQuiz } from '#app/features/career-path/use-career-quiz.ts'
import { progressStore, useProgress } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { startDownload } from '#app/lib/save-download.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import figureSheet from '#app/styles/lesson-blocks.css?url'
import { LinkButton, Button } from '#app/ui/button.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { Table } from '#app/ui/table.tsx'
import { compareTracks, type TrackComparison as Comparison } from '#content/compare-tracks.ts'
import { printFigure } from '#content/render-markdown.server.ts'
import type { CareerTrack, CareerPath } from '#content/schema/career-path.ts'
import { paths } from '#contracts/paths.ts'
import type { TrackId } from '#domain/quiz/career-path-quiz.ts'

import type { Route } from './+types/career-path.ts'

const COMPARISON_ID = 'compare'

type TrackComparisonProps = {
	words: CareerPath['comparison']
	/** Charts, as SVG markup. */
	figures: readonly string[]
	rows: Comparison['rows']
}

function TrackComparison({ words, figures, rows }: TrackComparisonProps) {
	return (
		<section aria-labelledby={COMPARISON_ID} className="py-14">
			<h2 id={COMPARISON_ID} tabIndex={-1} className="outline-none">
				{words.title}
			</h2>
			<p className="mt-3 max-w-read">{words.intro}</p>
			<div className="[&_.figure]:border-b-0 [&_.figure]:pb-0 grid gap-y-8 gap-x-12 mt-6 md:grid-cols-2">
				{figures.map((html) => (
					<SanitizedHtml key={html} html={html} />
				))}
			</div>
			<details className="mt-6">
				<summary className="link inline-flex min-h-11 items-center">{words.tableLabel}</summary>
				<div className="mt-3">
					<Table caption={words.title} head={[words.trackLabel, ...Object.values(words.measures).map(({ title }) => title)]}>
						{rows.map(({ track, cells }) => (
							<tr key={track}>
								<th scope="row">{track}</th>
								{cells.map((cell, index) => (
									<td key={index} className="tabular-nums">
										{cell}
									</td>
								))}
							</tr>
						))}
					</Table>
				</div>
			</details>
		</section>
	)
}

const SHOWN = 2 // number of pros, and of considerations, that are shown

type TrackOverviewProps = { track: CareerTrack; to: string; lessonPath: (lessonId: string) => string; onDownload: () => void }

function TrackOverview({ track, to, lessonPath, onDownload }: TrackOverviewProps) {
	return (
		<article className="grid gap-x-12 gap-y-8 border-t-2 border-ink py-10 lg:grid-cols-[1.2fr_0.8fr_1fr]">
			<div className="grid content-start gap-4">
				<h2>{track.title}</h2>
				<p className="text-lg">{track.description}</p>
				<TrackFacts track={track} className="lg:grid-cols-[1fr]" />
				<p>
					<b className="font-semibold">Ideal for:</b> {track.idealFor}
				</p>
				<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
					<LinkButton to={to} variant="secondary">
						Explore Track<span className="sr-only">: {track.title}</span>
					</LinkButton>
					<Button variant="quiet" className="needs-js" onClick={onDownload}>
						Download Career Guide<span className="sr-only">: {track.title}</span>
					</Button>
				</div>
			</div>
			<div className="grid content-start gap-6">
				<TrackList title="Required skills" items={track.skills} level={3} />
				<TrackList title="Pros" items={track.pros.slice(0, SHOWN)} level={3} />
				<TrackList title="Considerations" items={track.cons.slice(0, SHOWN)} level={3} />
			</div>
			<div>
				<h3>Curriculum: {track.lessons.length} lessons</h3>
				<Curriculum lessons={track.lessons} lessonPath={lessonPath} />
			</div>
		</article>
	)
}

const RESULT = { kind: 'quiz-result', key: 'career-path' } as const

/**
 * Saves finished results as progress, and shows a newer result from another browser.
 * @returns a function to call with each finished quiz
 */
function useAccountCareerQuiz(): (picks: readonly number[], first: TrackId) => void {
	useProgressSync()
	const { entries } = useProgress()
	const entry = entries.find(({ kind, key }) => kind === RESULT.kind && key === RESULT.key)

	useEffect(() => {
		const answers = entry?.detail?.answers
		if (!entry || typeof answers !== 'string' || (storedCareerQuiz.read()?.takenAt ?? -1) >= entry.changedAt) return
		storedCareerQuiz.write({ version: 1, picks: answers.split(',').map(Number), takenAt: entry.changedAt })
	}, [entry])

	return useCallback((picks, type) => progressStore.record({ ...RESULT, done: true, detail: { type, answers: picks.join(',') } }), [])
}

export const loader = fromContent(({ careerGuides, careerPath, careerQuiz, disclaimers }) => {
	const { figures, rows } = compareTracks(careerPath)
	return {
		words: careerPath,
		quiz: careerQuiz,
		guides: careerGuides,
		incomeNote: disclaimers.incomeNote,
		comparison: { figures: figures.map(printFigure), rows },
	}
})

export const links = () => [{ rel: 'stylesheet', href: figureSheet }]

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.careerPath, image: '/og/career-path.png' })

export default function CareerPathRoute({ loaderData: { words, quiz, guides, incomeNote, comparison } }: Route.ComponentProps) {
	const keepInAccount = useAccountCareerQuiz()
	return (
		<div>
			<div className="page py-10 lg:py-16">
				<h1 className="text-4xl">{words.title}</h1>
				<p className="mt-5 max-w-read text-lg">{words.intro}</p>
				<p className="mt-3 max-w-read text-soft">{incomeNote}</p>
				<p className="mt-3">
					<a href={`#${COMPARISON_ID}`} className="link inline-flex min-h-11 items-center">
						{words.comparison.jump}
					</a>
				</p>
				<div className="grid mt-10 border-b-2 border-ink">
					{words.tracks.map((track, index) => (
						<TrackOverview
							key={track.id}
							track={track}
							to={paths.careerTrack(track.id)}
							lessonPath={(lessonId) => paths.careerLesson(track.id, lessonId)}
							onDownload={() => {
								const guide = guides[index]
								if (guide) startDownload(guide, words.downloadToast)
							}}
						/>
					))}
				</div>
				<TrackComparison words={words.comparison} {...comparison} />
			</div>
			<section className="border-b-2 border-ink bg-sunk py-[clamp(2.5rem,6vw,5rem)]" aria-label={quiz.title}>
				<div className="page">
					<CareerQuiz quiz={quiz} words={words} incomeNote={incomeNote} trackPath={paths.careerTrack} onFinish={keepInAccount} />
				</div>
			</section>
			<div className="page pt-14 pb-16">
				<h2>{words.next.title}</h2>
				<p className="mt-3 max-w-read text-lg">{words.next.text}</p>
				<div className="mt-6 flex flex-wrap gap-4">
					{words.next.links.map(({ label, href }, index) => (
						<LinkButton key={href} to={href} variant={index === 0 ? 'secondary' : 'quiet'}>
							{label}
						</LinkButton>
					))}
				</div>
			</div>
		</div>
	)
}
