import { Link } from 'react-router'

import type { QuizLine } from './quiz-results.ts'

type QuizPanelProps = { tools: readonly QuizLine[]; checks: readonly QuizLine[] }

/** Results of quizzes, tools and knowledge checks, wherever they were taken. */
export function QuizPanel({ tools, checks }: QuizPanelProps) {
	return (
		<section aria-labelledby="quiz-results" className="grid content-start gap-3">
			<h2 id="quiz-results">Your quiz results</h2>
			<Lines lines={tools} empty="Not taken yet" />
			<h3 className="mt-3">Knowledge checks</h3>
			{checks.length > 0 ? (
				<Lines lines={checks} empty="" />
			) : (
				<p>Each lesson has a short knowledge check in its last tab. You have not taken one yet.</p>
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
