import { WEEKDAYS } from '#domain/pledge/pledge.ts'
import type { WeekRecord } from '#domain/pledge/study-record.ts'

import { DAY_NAMES, formatDay, formatDot } from './pledge-words.ts'

/** The last weeks, a row each. A day on which nothing was done is simply empty. */
export function DotCalendar({ weeks }: { weeks: readonly WeekRecord[] }) {
	return (
		<div className="dots">
			<table>
				<caption className="sr-only">What you did in the last {weeks.length} weeks</caption>
				<thead>
					<tr>
						<th scope="col">
							<span className="sr-only">Week of</span>
						</th>
						{WEEKDAYS.map((day) => (
							<th key={day} scope="col">
								<abbr title={DAY_NAMES[day]}>{DAY_NAMES[day].slice(0, 2)}</abbr>
							</th>
						))}
						<th scope="col">Checks</th>
					</tr>
				</thead>
				<tbody>
					{weeks.map(({ week, passed, days }) => (
						<tr key={week}>
							<th scope="row">{formatDay(week)}</th>
							{days.map((day) => (
								<td key={day.day}>
									<span className="dot" data-done={day.isDone || undefined} data-planned={day.isPlanned || undefined} />
									<span className="sr-only">{formatDot(day)}</span>
								</td>
							))}
							<td>{passed}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="dots-key" aria-hidden="true">
				<span className="dot" data-done="" /> something done
				<span className="dot" data-planned="" /> planned
			</p>
		</div>
	)
}
