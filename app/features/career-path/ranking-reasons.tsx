import type { CareerQuiz } from '#content/schema/career-path.ts'
import { decidedBy, type RankedTrack } from '#domain/quiz/career-path-quiz.ts'

type Answers = readonly { text: string }[]
type RankingReasonsProps = { rank: RankedTrack; quiz: CareerQuiz; answers: Answers }

/** Lists the answers that count toward a track. Answers worth two points come first. */
export function RankingReasons({ rank, quiz, answers }: RankingReasonsProps) {
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
			<ul className="career-reasons">
				{questions.map((question) => (
					<li key={question}>
						<span>
							<span className="text-soft">{quiz.questions[question]?.question}</span> {answers[question]?.text}
						</span>
					</li>
				))}
			</ul>
		</div>
	)
}

/** Explains why a track ranks above the next one although they have equal points; null if the points differ. */
export function formatTie(above: RankedTrack, below: RankedTrack): string | null {
	switch (decidedBy(above, below)) {
		case 'points':
			return null
		case 'firsts':
			return 'It ties with the next track on points and ranks higher because more of your answers put it first.'
		case 'earliest':
			return 'It ties with the next track on points and ranks higher because an earlier answer put it first.'
		case 'order':
			return 'It ties with the next track on points, and your answers favor neither one.'
	}
}
