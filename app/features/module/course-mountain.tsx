import { useRef } from 'react'

import { interpolate } from '#app/lib/interpolate.ts'
import { useCelebration } from '#app/lib/use-celebration.ts'

const ACROSS = [34, 128, 212, 298, 386, 468]
const HEIGHTS = [236, 206, 216, 154, 122, 44]

type Point = readonly [number, number]

const pathThrough = (points: readonly Point[]) => `M${points.map(([x, y]) => `${x} ${y}`).join(' L')}`

type CourseMountainProps = { count: number; completedCount: number; className: string }

/** Draws the course as a path up a mountain. Decorative: the list below has the same content. */
export function CourseMountain({ count, completedCount, className }: CourseMountainProps) {
	const frame = useRef<SVGSVGElement>(null)
	const reached = Array.from({ length: completedCount }, (_, at) => `way-${at + 1}`)
	useCelebration(frame, reached, async () => (await import('./play-course-line.ts')).playCourseLine)
	const heights = interpolate(HEIGHTS, count)
	const stations = interpolate(ACROSS, count).map((x, index): Point => [x, heights[index] ?? 0])
	return (
		<svg ref={frame} viewBox="0 0 520 280" className={className} aria-hidden="true" focusable="false">
			<circle cx="404" cy="78" r="46" fill="var(--art-sun)" />
			<path d="M60 280 150 190 206 226 300 118 366 170 468 52 520 110V280Z" fill="var(--art-far)" />
			<path d="M0 280V250L34 240 128 212 212 222 298 162 386 132 468 58 520 128V280Z" fill="var(--art-mid)" />
			<path d="M468 58 444 80 460 92 472 82 486 96 494 90Z" fill="var(--art-snow)" />
			<path d="M0 280V268C140 226 330 262 520 214V280Z" fill="var(--art-near)" />
			<path d={pathThrough(stations)} fill="none" stroke="var(--ink)" strokeWidth="3" strokeDasharray="1 9" strokeLinecap="round" />
			{completedCount > 0 && (
				<path
					data-moves=""
					d={pathThrough(stations.slice(0, completedCount + 1))}
					fill="none"
					stroke="var(--accent)"
					strokeWidth="6"
					strokeLinejoin="round"
				/>
			)}
			{stations.map(([x, y], index) => (
				<circle
					key={x}
					data-station=""
					cx={x}
					cy={y}
					r={count > 12 ? 7 : 11}
					fill={index < completedCount ? 'var(--spruce)' : 'var(--ground)'}
					stroke={index === completedCount ? 'var(--accent)' : 'var(--ink)'}
					strokeWidth="4"
				/>
			))}
			<path d="M468 32V2" stroke="var(--ink)" strokeWidth="4" />
			<path d="M470 2H504L494 11 504 20H470Z" fill="var(--accent)" />
		</svg>
	)
}
