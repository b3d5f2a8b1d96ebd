import type { PlayAnimation } from '#app/lib/use-celebration.ts'

const STRETCH_MS = 700

const numberOf = (name: string) => Number(name.slice(name.lastIndexOf('-') + 1))

function lengthsOf(line: SVGPathElement): number[] {
	const corners = [...(line.getAttribute('d') ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
	let sum = 0
	return corners.map(([x, y], at) => {
		const [fromX, fromY] = corners[at - 1] ?? [x, y]
		return (sum += Math.hypot(x - fromX, y - fromY))
	})
}

function swell(sign: SVGElement, delay: number, from: Keyframe = {}): void {
	sign.style.transformBox = 'fill-box'
	sign.style.transformOrigin = 'center'
	const end = { transform: 'scale(1)' }
	sign.animate([{ transform: 'scale(1)', ...from }, { transform: 'scale(1.4)', offset: 0.5 }, end], {
		duration: 500,
		delay,
		easing: 'ease-out',
		fill: 'backwards',
	})
}

export const playCourseLine: PlayAnimation = (frame, names) => {
	const line = frame.querySelector<SVGPathElement>('path[data-moves]')
	const stations = [...frame.querySelectorAll<SVGElement>('[data-station]')]
	if (!line) return
	const lengths = lengthsOf(line)
	const reached = names.map(numberOf)
	const first = Math.min(...reached)
	const whole = lengths.at(-1) ?? 0
	// Completing a module fills its station and extends the line to the next one.
	const start = lengths[first - 1] ?? 0
	// Limits the duration to that of three stretches: a new device may load the progress of many modules.
	const duration = Math.min(lengths.length - first, 3) * STRETCH_MS
	line.animate(
		[
			{ strokeDasharray: `${whole}`, strokeDashoffset: `${whole - start}` },
			{ strokeDasharray: `${whole}`, strokeDashoffset: '0' },
		],
		{ duration, easing: 'ease-in-out' },
	)
	for (const at of reached) {
		const station = stations[at - 1]
		if (station) swell(station, ((at - first) / reached.length) * duration, { fill: 'var(--ground)' })
	}
	const next = stations[Math.max(...reached)]
	if (next) swell(next, duration)
}
