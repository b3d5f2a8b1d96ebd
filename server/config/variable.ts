import { z } from 'zod'

/** A problem and the variable to change. */
export type Problem = { variable: string; message: string }

/** Schema of a boolean variable. */
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** Splits a comma-separated list. */
export const splitList = (text: string): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean)
