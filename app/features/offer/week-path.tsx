import { interpolate } from '#app/lib/interpolate.ts'
import type { WeeklyModule } from '#content/schema/course.ts'
import type { Landing } from '#content/schema/landing.ts'

const HEIGHTS = [232, 214, 184, 192, 146, 118, 84, 34]
const WIDTH = 1200

export function WeekPath({ weeks, words }: { weeks: readonly WeeklyModule[]; words: Landing['coursePreview'] }) {
	const moduleOf = ({ module }: WeeklyModule) =>
		typeof module === 'number' ? words.moduleLabel.replace('{n}', String(module)) : words.moduleNames[module]
	const heights = interpolate(HEIGHTS, weeks.length)
	const across = interpolate([75, WIDTH - 75], weeks.length)
	const line = heights.map((y, index) => `${across[index]} ${y}`).join(' ')
	return (
		<>
			<svg viewBox={`0 0 ${WIDTH} 270`} className="mt-10 hidden w-full lg:block" aria-hidden="true" focusable="false">
				<path d={`M0 240 L${line} L1200 12 V270 H0Z`} fill="var(--art-far)" />
				<path d={`M0 258 L75 250 225 244 375 226 525 232 675 206 825 188 975 168 1125 128 L1200 112 V270 H0Z`} fill="var(--art-mid)" />
				<path d={`M0 240 L${line} L1200 12`} fill="none" stroke="var(--accent)" strokeWidth="7" strokeLinejoin="round" />
				{heights.map((y, index) => (
					<g key={across[index]}>
						<circle cx={across[index]} cy={y} r="17" fill="var(--ground)" stroke="var(--accent)" strokeWidth="6" />
						<text
							x={across[index]}
							y={y + 7}
							textAnchor="middle"
							fontSize="19"
							fontWeight="700"
							fill="var(--ink)"
							fontFamily="var(--font-sans)"
						>
							{index + 1}
						</text>
					</g>
				))}
			</svg>
			<ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
				{weeks.map((week) => (
					<li key={week.week} className="border-t-2 border-ink pt-3">
						<p className="flex flex-wrap justify-between gap-x-4">
							<span className="font-semibold text-accent-ink">{words.weekLabel.replace('{n}', String(week.week))}</span>
							<span className="text-soft">{moduleOf(week)}</span>
						</p>
						<h3 className="mt-1 text-lg">{week.title}</h3>
						<p className="mt-2">{week.description}</p>
						{week.outcome !== undefined && (
							<p className="mt-2 text-soft">
								<span className="sr-only">You leave with: </span>
								<span aria-hidden="true">→ </span>
								{week.outcome}
							</p>
						)}
					</li>
				))}
			</ol>
		</>
	)
}
