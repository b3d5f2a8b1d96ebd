/** One figure of a benchmark, as shown in the table and in bench/results.json. */
export type Measurement = {
	name: string
	value: number
	unit: string
	/** Goal, in words: `≤ 3 s`. */
	goal?: string
	/** True if the goal is met; left out where there is none. */
	isMet?: boolean
	/** Method, or the reason why it could not be measured. */
	note?: string
}

export type BenchOptions = {
	/** First of four free ports in a row. */
	port: number
	/** Empty folder of this run; removed at the end. */
	workDir: string
	/** Bind server and load to a processor each. */
	pin: boolean
	/** Accounts and orders of a large academy. */
	people: number
	print: (line: string) => void
}

/** The value in the middle; of two middle ones the lower, so that the figure is always a measured one. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	const middle = sorted[Math.floor((sorted.length - 1) / 2)]
	if (middle === undefined) throw new Error('median of nothing')
	return middle
}

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1))

/** Lines of an aligned table: figure, value with unit, goal and verdict, note. */
export function presentTable(measurements: readonly Measurement[]): string[] {
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
