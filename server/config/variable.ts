import { z } from 'zod'

export type ConfigProblem = { variable: string; message: string }

export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

export const splitList = (text: string): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean)
