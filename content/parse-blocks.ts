import type { z } from 'zod'

import type { Exercise } from '#domain/exercises/exercise.ts'

import { markdown } from './markup/pipelines.server.ts'
import { parseLocated, type ContentIssue } from './parse-located.ts'
import { type BlockKind, ExerciseSchema, isBlockKind, RecallSchema, VideoSchema, type Recall, type Video } from './schema/blocks.ts'
import { FigureSchema, type Figure } from './schema/figure.ts'

export type TextBlocks = { figures: Figure[]; recalls: Recall[]; exercises: Exercise[]; videos: Video[] }

export type BlocksParse = { ok: true; blocks: TextBlocks } | { ok: false; issues: ContentIssue[] }

type Node = {
	type: string
	lang?: string | null | undefined
	value?: string
	position?: { start: { line: number } } | undefined
	children?: Node[]
}

type Fence = { kind: BlockKind; source: string; /** Line of the opening fence in the file. */ line: number }

const findFences = (node: Node, lineBefore: number): Fence[] =>
	node.type === 'code' && isBlockKind(node.lang)
		? [{ kind: node.lang, source: node.value ?? '', line: lineBefore + (node.position?.start.line ?? 1) }]
		: (node.children ?? []).flatMap((child) => findFences(child, lineBefore))

/** Returns the lines of tables that have a column without a name, which screen readers announce before each cell. */
const findNamelessColumns = (node: Node, lineBefore: number): number[] =>
	node.type === 'table'
		? node.children?.[0]?.children?.some(({ children }) => children?.length === 0)
			? [lineBefore + (node.position?.start.line ?? 1)]
			: []
		: (node.children ?? []).flatMap((child) => findNamelessColumns(child, lineBefore))

/** @param firstLine line of the file on which the text begins */
export function parseBlocks(text: string, firstLine = 1): BlocksParse {
	const blocks: TextBlocks = { figures: [], recalls: [], exercises: [], videos: [] }
	const issues: ContentIssue[] = []
	const ids = new Set<string>()

	function read<T>({ kind, source, line }: Fence, schema: z.ZodType<T>, into: T[]): T | null {
		const parsed = parseLocated(source, schema)
		if (parsed.ok) {
			into.push(parsed.value)
			return parsed.value
		}
		issues.push(
			...parsed.issues.map((issue) => ({ line: line + issue.line, message: `${kind}: ${issue.message.replace('(whole file): ', '')}` })),
		)
		return null
	}
	function readNamed<T extends { id: string }>(fence: Fence, schema: z.ZodType<T>, into: T[]): void {
		const id = read(fence, schema, into)?.id
		if (id === undefined) return
		if (ids.has(id)) issues.push({ line: fence.line, message: `${fence.kind}: the id ${id} is used twice in this text` })
		ids.add(id)
	}

	const tree = markdown().parse(text)
	issues.push(
		...findNamelessColumns(tree, firstLine - 1).map((line) => ({ line, message: 'table: each column needs a name in its header' })),
	)
	for (const fence of findFences(tree, firstLine - 1)) {
		if (fence.kind === 'figure') read(fence, FigureSchema, blocks.figures)
		else if (fence.kind === 'video') read(fence, VideoSchema, blocks.videos)
		else if (fence.kind === 'recall') readNamed(fence, RecallSchema, blocks.recalls)
		else readNamed(fence, ExerciseSchema, blocks.exercises)
	}
	return issues.length > 0 ? { ok: false, issues } : { ok: true, blocks }
}
