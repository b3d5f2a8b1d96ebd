import { readFileSync } from 'node:fs'

import { findFolderCycles } from './find-folder-cycles.ts'
import { readImports } from './read-imports.ts'

export const PRODUCTION_RINGS = ['app', 'server', 'domain', 'contracts'] as const
export type Ring = (typeof PRODUCTION_RINGS)[number]

const WIDE = 100
const isCode = (file: string) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith('tests/fixtures/')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isProduction = (file: string) => isCode(file) && !isTest(file) && file !== 'server/db/row-types.ts'
const isIn = (ring: string) => (file: string) => file.startsWith(`${ring}/`)

/**
 * Matches references to documents that readers of this repository don't have, or to rule numbers in them, such as `(S5)` or
 * `(R1-R4)`.
 */
const PAPERS =
	/\b(?:AUTH_WIRE|PAYMENTS_MESSAGING|RELIABILITY|STACK_FACTS|DECISIONS|[Ss]pec [AB])\b|\([A-Z]\d{1,2}(?:[-, ]+[A-Z]?\d{1,2})*\)/
const isComment = (line: string) => /^\s*(?:\/\*\*?|\*|\/\/)|\s\/\/ /.test(line)
/** Counts a tab as two columns, like the formatter. */
const width = (line: string) => line.replaceAll('\t', '  ').length

const linesOf = (text: string) => text.split('\n').slice(0, -1)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export type CodeMetrics = {
	cycles: string[][]
	lines: Record<Ring, number>
	/** Share of production lines that are wider than 100 columns. */
	wideShare: number
	citingComments: number
	medianFile: number
	longestFile: { file: string; lines: number }
}

/** @param files all files of the repository, relative to its root */
export function measureCode(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): CodeMetrics {
	const production = files.filter(isProduction)
	const rings = Object.fromEntries(PRODUCTION_RINGS.map((ring) => [ring, production.filter(isIn(ring))])) as Record<Ring, string[]>
	const texts = new Map(PRODUCTION_RINGS.flatMap((ring) => rings[ring]).map((file) => [file, linesOf(read(file))]))
	const all = [...texts.values()].flat()
	const sizes = [...texts].map(([file, lines]) => ({ file, lines: lines.length })).toSorted((a, b) => b.lines - a.lines)
	return {
		cycles: findFolderCycles(
			readImports(
				files.filter((file) => isCode(file) && !isTest(file)),
				read,
			),
		),
		lines: Object.fromEntries(
			PRODUCTION_RINGS.map((ring) => [ring, rings[ring].reduce((sum, file) => sum + (texts.get(file)?.length ?? 0), 0)]),
		) as Record<Ring, number>,
		wideShare: all.filter((line) => width(line) > WIDE).length / Math.max(1, all.length),
		citingComments: all.filter((line) => isComment(line) && PAPERS.test(line)).length,
		medianFile: median(sizes.map(({ lines }) => lines)),
		longestFile: sizes[0] ?? { file: '', lines: 0 },
	}
}
