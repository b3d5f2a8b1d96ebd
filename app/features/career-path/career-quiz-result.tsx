import { useEffect, useRef } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { DashItem } from '#app/ui/dash-item.tsx'
import { RankedItem } from '#app/ui/ranked-item.tsx'
import { Table } from '#app/ui/table.tsx'
import type { CareerQuiz, CareerTrack } from '#content/schema/career-path.ts'
import { rankTracks, type RankedTrack, rankingCriterion } from '#domain/quiz/career-path-quiz.ts'

import { pickedOptions } from './use-career-quiz.ts'

type Answers = readonly { text: string }[]
type RankingReasonsProps = { rank: RankedTrack; quiz: CareerQuiz; answers: Answers }

/** Lists the answers that count toward a track. Answers worth two points come first. */
function RankingReasons({ rank, quiz, answers }: RankingReasonsProps) {
	const seconds = rank.scores.flatMap((score, question) => (score === 1 ? [question] : []))
	return (
		<>
			{rank.reasons.length > 0 ? (
				<ReasonList title="Because you said" points={2} questions={rank.reasons} quiz={quiz} answers={answers} />
			) : (
				<p>None of your answers put this track first.</p>
			)}
			{seconds.length > 0 && <ReasonList title="Also in its favor" points={1} questions={seconds} quiz={quiz} answers={answers} />}
		</>
	)
}

type ReasonListProps = { title: string; points: number; questions: readonly number[]; quiz: CareerQuiz; answers: Answers }

function ReasonList({ title, points, questions, quiz, answers }: ReasonListProps) {
	const sum = questions.length * points
	return (
		<div>
			<p>
				<b className="font-semibold">{title}</b>{' '}
				<span className="text-soft">
					{questions.length} × {points} = {sum} {sum === 1 ? 'point' : 'points'}
				</span>
			</p>
			<ul>
				{questions.map((question) => (
					<DashItem key={question}>
						<span>
							<span className="text-soft">{quiz.questions[question]?.question}</span> {answers[question]?.text}
						</span>
					</DashItem>
				))}
			</ul>
		</div>
	)
}

/** Explains the order of two tracks with equal points; null if the points differ. */
function formatTie(above: RankedTrack, below: RankedTrack): string | null {
	switch (rankingCriterion(above, below)) {
		case 'points':
			return null
		case 'firsts':
			return 'It has as many points as the next track. It ranks higher because it was the best match for more of your answers.'
		case 'earliest':
			return 'It has as many points as the next track. It ranks higher because it was the best match for an earlier answer.'
		case 'order':
			return 'It has as many points as the next track, and your answers favor neither one.'
	}
}

type ScoreTableProps = {
	ranked: readonly { rank: RankedTrack; track: CareerTrack }[]
	quiz: CareerQuiz
	answers: readonly { text: string }[]
}

function ScoreTable({ ranked, quiz, answers }: ScoreTableProps) {
	return (
		<details className="mt-8">
			<summary className="link inline-flex min-h-11 items-center">How each answer counted</summary>
			<div className="mt-3">
				<Table caption="Points by answer and track" head={['Your answer', ...ranked.map(({ track }) => track.title)]}>
					{quiz.questions.map(({ id, question }, index) => (
						<tr key={id}>
							<th scope="row" className="font-normal">
								<span className="text-soft">{question}</span> {answers[index]?.text}
							</th>
							{ranked.map(({ rank }) => (
								<td key={rank.id} className="tabular-nums">
									{rank.scores[index]}
								</td>
							))}
						</tr>
					))}
					<tr>
						<th scope="row">Points</th>
						{ranked.map(({ rank }) => (
							<td key={rank.id} className="font-semibold tabular-nums">
								{rank.points}
							</td>
						))}
					</tr>
				</Table>
			</div>
		</details>
	)
}

type CareerQuizResultProps = {
	quiz: CareerQuiz
	tracks: readonly CareerTrack[]
	/** Index of the picked option for each question. */
	picks: readonly number[]
	/** False for a result restored from storage, which must not move focus. */
	takesFocus: boolean
	incomeNote: string
	trackPath: (id: string) => string
	onRetake: () => void
}

export function CareerQuizResult({ quiz, tracks, picks, takesFocus, incomeNote, trackPath, onRetake }: CareerQuizResultProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (takesFocus) heading.current?.focus()
	}, [takesFocus])

	const answers = pickedOptions(quiz, picks)
	const ranked = rankTracks(answers).flatMap((rank) => {
		const track = tracks.find(({ id }) => id === rank.id)
		return track ? [{ rank, track }] : []
	})
	const tieOf = (index: number) => {
		const [above, below] = [ranked[index], ranked[index + 1]]
		return above && below ? formatTie(above.rank, below.rank) : null
	}
	return (
		<div>
			<h2 ref={heading} tabIndex={-1} className="outline-none">
				Your Ranking
			</h2>
			<p className="mt-3 max-w-read">
				Each answer gives two points to the track it fits best, and some give one point to a second track. {incomeNote}
			</p>
			<ol className="mt-8">
				{ranked.map(({ rank, track }, index) => (
					<RankedItem key={track.id} isTop={index === 0} match={rank.match} matchWords={`${rank.points} points`}>
						<div className="grid justify-items-start gap-3">
							<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
								<h3>{track.title}</h3>
								{index === 0 && <Badge tone="sun">Your track</Badge>}
							</div>
							<RankingReasons rank={rank} quiz={quiz} answers={answers} />
							{tieOf(index) !== null && <p>{tieOf(index)}</p>}
							<LinkButton to={trackPath(track.id)} variant={index === 0 ? 'primary' : 'quiet'}>
								Read about this track<span className="sr-only">: {track.title}</span>
							</LinkButton>
						</div>
					</RankedItem>
				))}
			</ol>
			<ScoreTable ranked={ranked} quiz={quiz} answers={answers} />
			<Button variant="secondary" className="mt-8" onClick={onRetake}>
				Retake Quiz
			</Button>
		</div>
	)
}
