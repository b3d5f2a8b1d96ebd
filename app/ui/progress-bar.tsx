import { useEffect } from 'react'

import { reportProblem } from './report-problem.ts'

type ProgressReading = { state: 'known'; value: number; max: number; percent: number } | { state: 'indeterminate' }

/** Parses a value between 0 and its maximum; any other value is indeterminate. */
export function readProgress(value: number, max = 100): ProgressReading {
	if (!Number.isFinite(value) || !Number.isFinite(max) || max <= 0 || value < 0 || value > max) return { state: 'indeterminate' }
	return { state: 'known', value, max, percent: Math.round((value / max) * 100) }
}

/** Progress bar on a dotted track. For a value outside 0..max, logs a problem and shows "indeterminate". */
export function ProgressBar({ label, value, max = 100 }: { label: string; value: number; max?: number }) {
	const reading = readProgress(value, max)
	const wrong = reading.state === 'indeterminate'
	useEffect(() => {
		if (wrong) reportProblem(`Progress "${label}": ${value} is not between 0 and ${max}`)
	}, [wrong, label, value, max])
	const done = reading.state === 'known' ? (reading.value / reading.max) * 100 : 30
	return (
		<div
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={max}
			aria-valuenow={reading.state === 'known' ? reading.value : undefined}
			aria-valuetext={reading.state === 'known' ? `${reading.percent}%` : undefined}
			data-state={reading.state === 'known' ? 'determinate' : 'indeterminate'}
			className="relative block h-5"
		>
			<svg className="block size-full overflow-visible" aria-hidden="true">
				<line x1="0" x2="100%" y1="50%" y2="50%" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="2 7" />
				<g className={reading.state === 'known' ? undefined : '[animation:wander_1.6s_ease-in-out_infinite_alternate]'}>
					<line x1="0" x2={`${done}%`} y1="50%" y2="50%" stroke="var(--accent)" strokeWidth="7" />
					<circle cx={`${done}%`} cy="50%" r="8" fill="var(--ground)" stroke="var(--accent)" strokeWidth="5" />
				</g>
			</svg>
		</div>
	)
}
