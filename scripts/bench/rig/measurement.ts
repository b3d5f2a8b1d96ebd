export type Measurement = {
	name: string
	value: number
	unit: string
	/** Goal as text, such as `≤ 3 s`. */
	goal?: string
	/** True if the goal is met; absent if there is none. */
	isMet?: boolean
	/** Method of the measurement, or why there is no result. */
	note?: string
}

export type BenchOptions = {
	/** First of four consecutive free ports. */
	port: number
	/** Empty folder of this run, removed at the end. */
	workDir: string
	/** True to pin server and load generator to a CPU each. */
	pin: boolean
	people: number
	/** Folder in which the database of `console` or `progress` is kept for later runs. */
	keep?: string | undefined
	only: string
	print: (line: string) => void
}

/** Returns the median; of two middle values the lower one, because it was actually measured. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	const middle = sorted[Math.floor((sorted.length - 1) / 2)]
	if (middle === undefined) throw new Error('median of nothing')
	return middle
}

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1))

export function formatTable(measurements: readonly Measurement[]): string[] {
	const rows = measurements.map(({ name, value, unit, goal = '', isMet, note = '' }) => {
		const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED'
		return [name, `${shown(value)} ${unit}`, goal, verdict, note]
	})
	const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	)
}
