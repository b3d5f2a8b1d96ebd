/** Returns random numbers from 0 to 1, the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

/** Shuffles a list (sorts by a random key per item). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
	const keyed = items.map((item) => ({ item, at: random() }))
	return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Shuffles a list that contains the given share of its items twice. The same seed gives the same order. */
export function doubleAndShuffle<T>(items: readonly T[], share: number, seed: number): T[] {
	const random = seededRandom(seed)
	const twice = shuffle(items, random).slice(0, Math.round(items.length * share))
	return shuffle([...items, ...twice], random)
}
