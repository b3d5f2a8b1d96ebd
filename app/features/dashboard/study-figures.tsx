import { formatMinutes } from '#domain/progress/format-minutes.ts'
import type { WeekStreak } from '#domain/progress/week-streak.ts'

type StudyFiguresProps = { streak: WeekStreak; /** Expected time for the remaining work, in minutes. */ minutesLeft: number }

const inWeeks = (weeks: number) => (weeks === 1 ? '1 week' : `${weeks} weeks in a row`)

function sayStreak({ weeks, isThisWeekIn }: WeekStreak): string {
	if (isThisWeekIn) return 'You’ve studied this week.'
	return weeks > 0 ? 'Open a lesson by Sunday to keep it going.' : 'Open a lesson to begin.'
}

export function StudyFigures({ streak, minutesLeft }: StudyFiguresProps) {
	const figures = [
		{ name: 'Weeks studied', value: streak.weeks > 0 ? inWeeks(streak.weeks) : 'None yet', note: sayStreak(streak) },
		minutesLeft > 0
			? {
					name: 'Time left',
					value: capitalize(formatMinutes(minutesLeft)),
					note: 'At a typical pace, for texts, exercises, checks and tasks.',
				}
			: { name: 'Time left', value: 'Nothing', note: 'Everything is done.' },
	]
	return (
		<section aria-labelledby="figures">
			<h2 id="figures">Your rhythm</h2>
			<dl className="mt-4 grid gap-x-12 gap-y-6 border-y border-line-strong py-6 sm:grid-cols-2">
				{figures.map(({ name, value, note }) => (
					<div key={name}>
						<dt className="text-soft">{name}</dt>
						<dd className="text-2xl font-semibold">{value}</dd>
						<dd>{note}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
