const MAX_STEPS = 4

/** Returns round axis values from zero to at least `most`. The step is 1, 2 or 5 times a power of ten, and at least one. */
export function roundScale(most: number): number[] {
	const least = Math.max(1, most / MAX_STEPS)
	const power = 10 ** Math.floor(Math.log10(least))
	const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10)
	return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}
