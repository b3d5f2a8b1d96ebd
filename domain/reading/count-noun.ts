/** Formats a count with its noun, such as `1 lesson` or `1,234 lessons`. */
export const countNoun = (count: number, one: string, many = `${one}s`): string =>
	`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
