import type { PlannerWords } from '#content/schema/planner.ts'
import { type WeekWithLookBack, weeksInFigures } from '#domain/planner/look-back.ts'
import type { PlannerWeek } from '#domain/planner/planner-week.ts'
import { formatMoney } from '#domain/pricing/money.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats `2026-11-16` as "November 16, 2026". */
export const formatWeek = (week: string): string => LONG_DAY.format(new Date(`${week}T00:00:00Z`))

/** On phones, the week is above its figures. */
const CELL = 'max-md:border-0 max-md:py-[.15rem]'

/** Number of weeks shown, half a year. Older weeks still count in the totals. */
const SHOWN_WEEKS = 26

/** Renders nothing if no hours or earnings were entered in any week. */
export function WeeksPlot({ held, words }: { held: readonly PlannerWeek[]; words: PlannerWords }) {
	const { weeks, hours, earnedCents, centsPerHour } = weeksInFigures(held)
	if (weeks.length === 0) return null
	const shown = weeks.slice(0, SHOWN_WEEKS)
	const most = (of: (week: WeekWithLookBack) => number | null) => Math.max(...shown.map((week) => of(week) ?? 0))
	const [mostHours, mostEarned] = [most(({ lookBack }) => lookBack.hours), most(({ lookBack }) => lookBack.earnedCents)]
	const { lookBack, tracker } = words
	return (
		<section aria-labelledby="planner-weeks" className="screen-only planner-look-back mt-12 pt-8 border-t-2 border-ink">
			<h2 id="planner-weeks">{lookBack.history}</h2>
			<p className="mt-3 mb-5 max-w-read text-lg">
				{weeks.length === 1 ? 'One week' : `${weeks.length} weeks`}: {hours} hours, {formatMoney(earnedCents, 'USD')} earned.
				{centsPerHour !== null && ` In weeks with both, that is ${formatMoney(centsPerHour, 'USD')} an hour.`}
			</p>
			<table className="table">
				<thead className="max-md:sr-only">
					<tr>
						<th scope="col" className="md:w-[18%]">
							{words.labels.weekOf}
						</th>
						{tracker.fields.map((label) => (
							<th key={label} scope="col" className="md:w-[18%]">
								{label}
							</th>
						))}
						<th scope="col">{lookBack.worked}</th>
					</tr>
				</thead>
				<tbody>
					{shown.map(({ week, lookBack: { hours: spent, earnedCents: earned, worked } }) => (
						<tr key={week} className="max-md:grid max-md:grid-cols-2 max-md:border-b max-md:border-line-strong max-md:py-[.6rem]">
							<th scope="row" className={`${CELL} max-md:col-span-full md:w-[18%]`}>
								{formatWeek(week)}
							</th>
							<td className={`${CELL} md:w-[18%]`}>
								<Amount text={spent === null ? null : `${spent} h`} share={spent === null || mostHours === 0 ? 0 : spent / mostHours} />
							</td>
							<td className={`${CELL} md:w-[18%]`}>
								<Amount
									text={earned === null ? null : formatMoney(earned, 'USD')}
									share={earned === null || mostEarned === 0 ? 0 : earned / mostEarned}
								/>
							</td>
							<td className={`${CELL} whitespace-pre-line max-md:col-span-full max-md:empty:hidden`}>{worked}</td>
						</tr>
					))}
				</tbody>
			</table>
			{weeks.length > SHOWN_WEEKS && <p className="mt-3 text-soft">The totals include {weeks.length - SHOWN_WEEKS} earlier weeks.</p>}
		</section>
	)
}

/** @param share fraction (0 to 1) of the column's largest value */
function Amount({ text, share }: { text: string | null; share: number }) {
	if (text === null) return <span className="text-soft">not noted</span>
	return (
		<>
			<span className="tabular-nums">{text}</span>
			<svg
				className="mt-[.3rem] block h-[.6rem] w-full max-w-48"
				viewBox="0 0 100 6"
				preserveAspectRatio="none"
				aria-hidden="true"
				focusable="false"
			>
				<rect width="100" height="6" fill="var(--art-field)" />
				<rect width={share * 100} height="6" fill="var(--art-way)" />
			</svg>
		</>
	)
}
