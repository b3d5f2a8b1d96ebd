import { Table } from '#app/ui/table.tsx'
import type { CareerQuiz, CareerTrack } from '#content/schema/career-path.ts'
import type { RankedTrack } from '#domain/quiz/career-path-quiz.ts'

type ScoreTableProps = {
	/** In the order of the ranking. */
	ranked: readonly { rank: RankedTrack; track: CareerTrack }[]
	quiz: CareerQuiz
	answers: readonly { text: string }[]
}

/** All answers with what each gave to each track, and the sums. */
export function ScoreTable({ ranked, quiz, answers }: ScoreTableProps) {
	return (
		<details className="mt-8">
			<summary className="link inline-flex min-h-11 items-center">How each answer counted</summary>
			<div className="mt-3">
				<Table caption="Points of each answer for each track" head={['Your answer', ...ranked.map(({ track }) => track.title)]}>
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
