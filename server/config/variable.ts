import { z } from 'zod'

/** Problem with the variables, under the one to change. */
export type Problem = { variable: string; message: string }

/** A variable that is on or off. */
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** The entries of a list that commas separate. */
export const splitList = (text: string): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean)
